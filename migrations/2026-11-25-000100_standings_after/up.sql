-- Standings after a round are those of the moment when the next one was paired: who had entered by then, and whom organizers had
-- removed. Whoever enters later, or is taken back, changes none of them. A server that does not know the columns stores that
-- everybody had entered and nobody was removed.
ALTER TABLE tournament_rounds
    ADD COLUMN last_entry integer NOT NULL DEFAULT 2147483647,
    ADD COLUMN removed integer[] NOT NULL DEFAULT '{}';
UPDATE tournament_rounds r SET
    last_entry = (SELECT coalesce(max(e.number), 0) FROM tournament_entries e WHERE e.tournament_id = r.tournament_id),
    removed = ARRAY(SELECT e.number FROM tournament_entries e
        WHERE e.tournament_id = r.tournament_id AND e.removed_in < r.number ORDER BY e.number);
