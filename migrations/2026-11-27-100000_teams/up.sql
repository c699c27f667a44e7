-- How large the teams of a tournament are, and how many of the best members count; null without teams, and for all members.
ALTER TABLE tournaments
    ADD COLUMN team_size_min smallint CHECK (team_size_min BETWEEN 1 AND 8),
    ADD COLUMN team_size_max smallint CHECK (team_size_max BETWEEN 2 AND 8),
    ADD COLUMN team_counted  smallint CHECK (team_counted BETWEEN 1 AND 8),
    ADD CONSTRAINT tournaments_teams CHECK (
        (team_size_min IS NULL) = (team_size_max IS NULL)
        AND team_size_min <= team_size_max
        AND (team_counted IS NULL OR team_counted <= team_size_max AND team_size_max IS NOT NULL)
    ) NOT VALID;

CREATE TABLE tournament_teams (
    tournament_id uuid        NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    number        integer     NOT NULL CHECK (number > 0),
    name          text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
    -- The number of the entry that was chosen to lead it; null if nobody was, or if that one has left it.
    captain       integer,
    -- SHA-256 of the code with which players join it; null as long as none was made.
    code_digest   bytea       CHECK (octet_length(code_digest) = 32),
    made_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (tournament_id, number)
);

-- The team of an entry.
ALTER TABLE tournament_entries ADD COLUMN team integer;
ALTER TABLE tournament_entries ADD CONSTRAINT tournament_entries_team
    FOREIGN KEY (tournament_id, team) REFERENCES tournament_teams (tournament_id, number) NOT VALID;

CREATE OR REPLACE VIEW tournament_details AS
SELECT id AS tournament_id, created_at, forbidden, seed_revealed, play, description, club_id, members_only, ladder_id,
       entry_lock, games_min, rating_established, account_days_min, starts_at, byes_max, byes_half, third_place, spectator_turns, spectator_ms,
       team_size_min, team_size_max, team_counted
FROM tournaments;
