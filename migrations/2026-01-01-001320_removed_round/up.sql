-- A removal counts from the last round on that was paired at that time. Standings after earlier rounds have the entry in its place. For an
-- entry without a note in the audit it counts from the beginning, as it did before.
ALTER TABLE tournament_entries ADD COLUMN removed_in smallint;
COMMENT ON COLUMN tournament_entries.removed_in IS 'the last round that was paired when an organizer removed it; 0 before the first';
UPDATE tournament_entries e SET removed_in = (
    SELECT count(*) FROM tournament_rounds r WHERE r.tournament_id = e.tournament_id AND r.paired_at <= (
        SELECT max(n.at) FROM tournament_events n
        WHERE n.tournament_id = e.tournament_id AND n.entry = e.number AND n.kind = 'entry_removed'))
    WHERE e.status = 'removed';
