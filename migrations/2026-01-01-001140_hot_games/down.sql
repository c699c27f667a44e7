ALTER TABLE games
    ALTER COLUMN spectator_turns TYPE smallint,
    ALTER COLUMN spectator_ms TYPE bigint,
    ALTER COLUMN origin_version TYPE integer;
ALTER TABLE games
    ADD CONSTRAINT games_spectator_turns_check CHECK (spectator_turns >= 0),
    ADD CONSTRAINT games_spectator_ms_check CHECK (spectator_ms >= 0),
    ADD CONSTRAINT games_origin_version_check CHECK (origin_version > 0),
    ADD CONSTRAINT games_origin CHECK ((origin_id IS NULL) = (origin_version IS NULL));
DROP DOMAIN spectator_turns;
DROP DOMAIN spectator_ms;
DROP DOMAIN origin_version;
