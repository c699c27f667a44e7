-- The order of the tables of seasons, in which everybody can be listed, however uncertain the rating is. If the statement is interrupted,
-- PostgreSQL keeps an index that is not valid: drop it and migrate again.
CREATE INDEX CONCURRENTLY ratings_of_seasons ON ratings (pool, (2 * sigma - mu), player_id) WHERE split_part(pool, '.', 5) <> '';
