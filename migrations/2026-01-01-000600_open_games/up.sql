-- Metrics count the games that are not over by status. The index holds no others, so that counting does not grow with
-- the games that were ever played, and a turn, which changes no status, does not touch it.
CREATE INDEX games_open ON games (status) WHERE status IN ('waiting', 'active', 'frozen');
