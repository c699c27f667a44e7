COMMENT ON COLUMN game_log.action IS NULL;
DROP TABLE blocks;
DROP TABLE kicks;
DROP TABLE aborts;
DROP INDEX games_waiting;
DROP INDEX games_creator;
ALTER TABLE games DROP COLUMN abort_agreed;
