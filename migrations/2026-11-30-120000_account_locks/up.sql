-- A locked account does nothing until this time, which is infinite for a lock without an end. Its owner is told the reason.
ALTER TABLE players
    ADD COLUMN locked_until timestamptz,
    ADD COLUMN lock_reason  text,
    ADD CONSTRAINT players_lock CHECK ((locked_until IS NULL) = (lock_reason IS NULL)) NOT VALID;

-- The audit has what administrators do to accounts, too.
ALTER TABLE tournament_events
    ADD COLUMN account_id uuid REFERENCES players,
    DROP CONSTRAINT tournament_events_subject,
    ADD CONSTRAINT tournament_events_subject CHECK (num_nonnulls(tournament_id, club_id, series_id, account_id) = 1) NOT VALID;
