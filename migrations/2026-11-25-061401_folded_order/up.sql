-- The order in which games are counted. If the statement is interrupted, PostgreSQL keeps an index that is not valid: drop it and
-- migrate again.
CREATE INDEX CONCURRENTLY folded_logs_order ON folded_logs (folded_at, game_id);
