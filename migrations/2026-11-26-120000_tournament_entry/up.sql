-- What a player needs to enter a tournament: a password or a code, and conditions about the account and the rating.
ALTER TABLE tournaments
    ADD COLUMN entry_lock         text    NOT NULL DEFAULT 'open' CHECK (entry_lock IN ('open', 'password', 'link')),
    -- The minimum number of rated games in the pool of the tournament.
    ADD COLUMN games_min          integer CHECK (games_min BETWEEN 1 AND 100000),
    -- Whether the rating in that pool must not be provisional.
    ADD COLUMN rating_established boolean NOT NULL DEFAULT false,
    ADD COLUMN account_days_min   integer CHECK (account_days_min BETWEEN 1 AND 3650);
ALTER TABLE tournament_secrets
    ADD COLUMN entry_hash   text,
    -- Null as long as no code was made.
    ADD COLUMN entry_digest bytea CHECK (octet_length(entry_digest) = 32);
CREATE OR REPLACE VIEW tournament_details AS
SELECT id AS tournament_id, created_at, forbidden, seed_revealed, play, description, club_id, members_only, ladder_id,
       entry_lock, games_min, rating_established, account_days_min
FROM tournaments;
