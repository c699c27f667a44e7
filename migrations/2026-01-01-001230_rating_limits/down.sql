ALTER TABLE tournament_events DROP COLUMN note_public;
ALTER TABLE tournaments DROP COLUMN players;
DROP TABLE unrated;
DROP INDEX rating_events_recent;
ALTER TABLE rating_events DROP COLUMN left_early;
