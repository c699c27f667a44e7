DROP INDEX tournament_rounds_unfinished;
ALTER TABLE tournament_rounds DROP COLUMN next_round_at;
ALTER TABLE tournaments DROP COLUMN next_round_after_ms;
ALTER TABLE tournament_tables DROP COLUMN decided_at, DROP COLUMN forfeits;
CREATE INDEX tournament_rounds_unfinished ON tournament_rounds (tournament_id) WHERE status <> 'closed';
