-- PostgreSQL reads and compiles every CHECK of `games` anew for each statement that stores turns (see 000300). These columns were
-- added with a CHECK. They are written once, when a game is created; a domain checks them only then. A domain that has no CHECK yet
-- is given to a column without writing its rows.
CREATE DOMAIN spectator_turns AS smallint;
CREATE DOMAIN spectator_ms AS bigint;
CREATE DOMAIN origin_version AS integer;
ALTER TABLE games
    DROP CONSTRAINT games_spectator_turns_check,
    DROP CONSTRAINT games_spectator_ms_check,
    DROP CONSTRAINT games_origin_version_check;
ALTER TABLE games
    ALTER COLUMN spectator_turns TYPE spectator_turns,
    ALTER COLUMN spectator_ms TYPE spectator_ms,
    ALTER COLUMN origin_version TYPE origin_version;
ALTER DOMAIN spectator_turns ADD CHECK (VALUE >= 0);
ALTER DOMAIN spectator_ms ADD CHECK (VALUE >= 0);
ALTER DOMAIN origin_version ADD CHECK (VALUE > 0);
-- No domain can say that both columns of the origin are set or none. The server reads a game with one of them as a broken row.
ALTER TABLE games DROP CONSTRAINT games_origin;
