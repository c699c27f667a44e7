-- Public games with exactly these modules. If the statement is interrupted, PostgreSQL keeps an index that is not valid: drop it and
-- migrate again.
CREATE INDEX CONCURRENTLY games_public_modules ON games (ruleset, id) WHERE visibility = 'public';
