-- Public rated games of a pool. Which players are programs is not in the row of the game: a list passes over those games. If the
-- statement is interrupted, PostgreSQL keeps an index that is not valid: drop it and migrate again.
CREATE INDEX CONCURRENTLY games_public_pools ON games
    (ruleset, options, split_part(clock, ' ', 1), (CASE WHEN seats = 2 THEN 'duel' ELSE 'table' END), id)
    WHERE visibility = 'public' AND rated;
