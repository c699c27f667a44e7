DROP INDEX games_tournament;
