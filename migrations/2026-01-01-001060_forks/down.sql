ALTER TABLE game_secrets DROP COLUMN position;
ALTER TABLE games DROP COLUMN origin_id, DROP COLUMN origin_version;
