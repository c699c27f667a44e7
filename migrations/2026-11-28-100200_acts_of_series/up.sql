-- The audit of a series. If the statement is interrupted, PostgreSQL keeps an index that is not valid: drop it and migrate again.
CREATE INDEX CONCURRENTLY tournament_events_series ON tournament_events (series_id, id) WHERE series_id IS NOT NULL;
