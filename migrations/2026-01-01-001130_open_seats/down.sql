DROP INDEX game_seats_open;
ALTER TABLE game_seats DROP COLUMN over;
