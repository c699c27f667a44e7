-- An entry of a tournament that is full waits for a place until the start.
ALTER TABLE tournament_entries
    DROP CONSTRAINT tournament_entries_status_check,
    ADD CONSTRAINT tournament_entries_status_check
        CHECK (status IN ('active', 'paused', 'dropped', 'removed', 'waiting')) NOT VALID;
