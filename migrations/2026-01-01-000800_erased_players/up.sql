-- Every turn checks that none of its players was erased since its game was loaded. The index holds erased players only, so
-- that the check reads a page or two instead of a row for each player.
CREATE INDEX players_erased ON players (id) WHERE erased_at IS NOT NULL;
