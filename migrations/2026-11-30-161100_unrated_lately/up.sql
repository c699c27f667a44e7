-- The games of a pool that were not rated lately. If the statement is interrupted, PostgreSQL keeps an index that is not valid: drop it
-- and migrate again.
CREATE INDEX CONCURRENTLY unrated_lately ON unrated (pool, began_at) WHERE began_at IS NOT NULL;
