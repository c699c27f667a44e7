-- The audit of one account. If the statement is interrupted, PostgreSQL keeps an index that is not valid: drop it and migrate again.
CREATE INDEX CONCURRENTLY tournament_events_account ON tournament_events (account_id, id) WHERE account_id IS NOT NULL;
