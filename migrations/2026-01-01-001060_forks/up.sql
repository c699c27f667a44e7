-- A fork begins with a position of another game, which is over: which game, and at which version. It is no reference to
-- `games`, because the other game may be stored on another shard.
ALTER TABLE games
    ADD COLUMN origin_id      uuid,
    ADD COLUMN origin_version integer CHECK (origin_version > 0),
    ADD CONSTRAINT games_origin CHECK ((origin_id IS NULL) = (origin_version IS NULL));
-- The position of the other game, as it stood. When the fork starts, what is hidden in it is dealt anew.
ALTER TABLE game_secrets ADD COLUMN position bytea;
