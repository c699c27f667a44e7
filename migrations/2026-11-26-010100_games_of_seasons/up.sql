-- The games of a season. If the statement is interrupted, PostgreSQL keeps an index that is not valid: drop it and migrate again.
CREATE INDEX CONCURRENTLY games_of_season ON games (season_id, id) WHERE season_id IS NOT NULL;
