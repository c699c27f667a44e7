-- A result that an organizer sets has a time of its own, and seats that forfeited.
ALTER TABLE tournament_tables
    ADD COLUMN decided_at timestamptz,
    ADD COLUMN forfeits smallint[];
COMMENT ON COLUMN tournament_tables.ended_at IS 'The end of play; a decision of an organizer does not change it';
COMMENT ON COLUMN tournament_tables.decided_at IS 'When an organizer has decided the table, the last time';
COMMENT ON COLUMN tournament_tables.forfeits IS 'The seats that forfeited, from 0';

-- The server can wait before it pairs the next round, so that results can be corrected.
ALTER TABLE tournaments ADD COLUMN next_round_after_ms bigint NOT NULL DEFAULT 0 CHECK (next_round_after_ms >= 0);
ALTER TABLE tournament_rounds ADD COLUMN next_round_at timestamptz;
COMMENT ON COLUMN tournament_rounds.next_round_at IS 'When the server pairs the next round; none if it does not wait for that';
DROP INDEX tournament_rounds_unfinished;
CREATE INDEX tournament_rounds_unfinished ON tournament_rounds (tournament_id)
    WHERE status <> 'closed' OR next_round_at IS NOT NULL;
