-- The operator chooses who is listed, so the index of leaderboards holds everybody whom the loosest choice lists: with a shown
-- deviation of at most 120, which is a sigma below 6.025. A page filters what it reads.
CREATE INDEX ratings_standings_loosest ON ratings (pool, (2 * sigma - mu), player_id) WHERE sigma < 6025000;
DROP INDEX ratings_standings;
ALTER INDEX ratings_standings_loosest RENAME TO ratings_standings;
