-- The audit of tournaments has what happens in clubs and series, too: each row is about one of the three.
ALTER TABLE tournament_events
    ALTER COLUMN tournament_id DROP NOT NULL,
    ADD COLUMN club_id      uuid REFERENCES clubs,
    ADD COLUMN series_id    uuid REFERENCES series ON DELETE CASCADE,
    -- The member of a club, or the player who is banned from it.
    ADD COLUMN concerned_id uuid REFERENCES players,
    ADD CONSTRAINT tournament_events_subject CHECK (num_nonnulls(tournament_id, club_id, series_id) = 1) NOT VALID;
