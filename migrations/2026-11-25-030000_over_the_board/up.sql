-- Tournaments whose tables are played with the box on the table: the server makes no games, and results come from organizers or from
-- two players of the table.
ALTER TABLE tournaments
    ADD COLUMN play text NOT NULL DEFAULT 'server' CHECK (play IN ('server', 'over_the_board')),
    -- Rules, place, prizes: what organizers tell, in paragraphs.
    ADD COLUMN description text[] NOT NULL DEFAULT '{}';

-- A guest of a tournament takes part under a name and has no account: nobody can log in as a guest. Servers that do not know the column
-- take a guest for an erased account, which is never paired.
ALTER TABLE players ADD COLUMN guest boolean NOT NULL DEFAULT false;
ALTER TABLE players DROP CONSTRAINT players_check1;
ALTER TABLE players ADD CONSTRAINT players_have_names CHECK (erased_at IS NOT NULL OR username IS NOT NULL OR guest) NOT VALID;
ALTER TABLE players ADD CONSTRAINT players_guests_cannot_log_in
    CHECK (NOT guest OR (username IS NULL AND email IS NULL AND password_hash IS NULL AND NOT bot)) NOT VALID;

ALTER TABLE tournament_entries
    -- The name of a guest; null once a player has the entry.
    ADD COLUMN guest text CHECK (char_length(guest) BETWEEN 1 AND 60),
    -- The player whom an organizer has entered by name, until they take the entry.
    ADD COLUMN reserved_for uuid REFERENCES players,
    -- SHA-256 of the code by which a player takes the entry of a guest.
    ADD COLUMN claim_digest bytea CHECK (octet_length(claim_digest) = 32);
CREATE INDEX tournament_entries_reserved ON tournament_entries (reserved_for, tournament_id) WHERE reserved_for IS NOT NULL;

ALTER TABLE tournament_tables DROP CONSTRAINT tournament_tables_decided_by_check;
ALTER TABLE tournament_tables
    ADD CONSTRAINT tournament_tables_decided_by_check CHECK (decided_by IN ('game', 'arbiter', 'players')) NOT VALID,
    -- The result that a player of the table has reported and no other has confirmed: the seat, then what is reported of each seat.
    ADD COLUMN report_seat smallint,
    ADD COLUMN report_places smallint[],
    ADD COLUMN report_prestige smallint[],
    ADD COLUMN report_cards smallint[];
