DROP INDEX players_erased;
