-- Players whose names begin with some letters, in the order of bytes. If the statement is interrupted, PostgreSQL keeps an index that
-- is not valid: drop it and migrate again.
CREATE INDEX CONCURRENTLY players_names ON players (lower(username) text_pattern_ops) WHERE username IS NOT NULL;
