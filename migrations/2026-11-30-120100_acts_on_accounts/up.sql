-- The audit of accounts. If the statement is interrupted, PostgreSQL keeps an index that is not valid: drop it and migrate again.
CREATE INDEX CONCURRENTLY tournament_events_accounts ON tournament_events (id) WHERE account_id IS NOT NULL;
