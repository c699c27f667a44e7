-- A list of games is a range of an index in its order, newest first, for each filter: a filter that few games pass would
-- otherwise read all games. A turn changes none of these columns, so that its update of the row stays cheap.
CREATE INDEX games_public_ruleset ON games (split_part(ruleset, '+', 1), id) WHERE visibility = 'public';
CREATE INDEX games_public_seats ON games (seats, id) WHERE visibility = 'public';

-- The index of open games serves lists of them, if it has their order; metrics count with it as before.
DROP INDEX games_open;
CREATE INDEX games_open ON games (status, id) WHERE status IN ('waiting', 'active', 'frozen');
