CREATE INDEX ratings_standings_listed ON ratings (pool, (2 * sigma - mu), player_id) WHERE sigma < 3025000 AND opponents >= 10;
DROP INDEX ratings_standings;
ALTER INDEX ratings_standings_listed RENAME TO ratings_standings;
