-- The rated results of a tournament over the board. If the statement is interrupted, PostgreSQL keeps an index that is not valid: drop
-- it and migrate again.
CREATE INDEX CONCURRENTLY rating_events_table ON rating_events (tournament_id, table_number) WHERE tournament_id IS NOT NULL;
