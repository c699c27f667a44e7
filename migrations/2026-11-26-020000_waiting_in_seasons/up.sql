-- The games of a season that wait for players. If the statement is interrupted, PostgreSQL keeps an index that is not valid: drop it and
-- migrate again.
CREATE INDEX CONCURRENTLY games_of_season_waiting ON games (season_id) WHERE season_id IS NOT NULL AND status = 'waiting';
