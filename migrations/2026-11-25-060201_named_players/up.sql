-- Players who have, or had, a display name, in the order of its changes. If the statement is interrupted, PostgreSQL keeps an index that is
-- not valid: drop it and migrate again.
CREATE INDEX CONCURRENTLY players_named ON players (named_at, id) WHERE named_at IS NOT NULL;
