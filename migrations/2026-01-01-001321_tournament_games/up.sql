-- An export has all games of its tournament, also those that were replaced by others and belong to no table any more.
CREATE INDEX games_tournament ON games (tournament_id, id) WHERE tournament_id IS NOT NULL;
