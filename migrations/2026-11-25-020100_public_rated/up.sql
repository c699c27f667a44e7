-- Public games that change ratings, and those that do not. If the statement is interrupted, PostgreSQL keeps an index that is not
-- valid: drop it and migrate again.
CREATE INDEX CONCURRENTLY games_public_rated ON games (rated, id) WHERE visibility = 'public';
