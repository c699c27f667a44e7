-- Standings after a round are those of the moment when the next one was paired: who had entered by then, and whom organizers had
-- removed. Whoever enters later, or is taken back, changes none of them.
ALTER TABLE tournament_rounds
    ADD COLUMN last_entry integer,
    ADD COLUMN removed integer[];
COMMENT ON COLUMN tournament_rounds.last_entry IS 'the number of the last entry when the round was paired';
COMMENT ON COLUMN tournament_rounds.removed IS 'the entries that were removed when the round was paired';
UPDATE tournament_rounds r SET
    last_entry = (SELECT coalesce(max(e.number), 0) FROM tournament_entries e WHERE e.tournament_id = r.tournament_id),
    removed = ARRAY(SELECT e.number FROM tournament_entries e
        WHERE e.tournament_id = r.tournament_id AND e.removed_in < r.number ORDER BY e.number);
ALTER TABLE tournament_rounds
    ALTER COLUMN last_entry SET NOT NULL,
    ALTER COLUMN removed SET NOT NULL;
