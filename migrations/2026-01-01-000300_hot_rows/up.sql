-- A turn updates one row of games and inserts into game_log. PostgreSQL reads and compiles every CHECK of such a table
-- anew for each statement, and here that was half of the work of a turn. What a column may hold becomes a domain, whose
-- check is compiled once for each connection and asked only where the column is written. Of what binds several columns
-- only the result stays: it stands where a game is finished, and nowhere else.
CREATE DOMAIN seat_count AS smallint CHECK (VALUE BETWEEN 2 AND 4);
CREATE DOMAIN game_visibility AS text CHECK (VALUE IN ('public', 'unlisted', 'private'));
CREATE DOMAIN game_seating AS text CHECK (VALUE IN ('random', 'join_order'));
CREATE DOMAIN sha256_digest AS bytea CHECK (octet_length(VALUE) = 32);
CREATE DOMAIN log_position AS integer CHECK (VALUE >= 0);
CREATE DOMAIN game_status AS text CHECK (VALUE IN ('waiting', 'active', 'finished', 'aborted', 'frozen'));
CREATE DOMAIN entry_author AS text CHECK (VALUE IN ('player', 'engine', 'clock'));
CREATE DOMAIN entry_kind AS text
    CHECK (VALUE IN ('started', 'action', 'resigned', 'timed_out', 'finished', 'aborted'));

ALTER TABLE games
    DROP CONSTRAINT games_seats_check,
    DROP CONSTRAINT games_visibility_check,
    DROP CONSTRAINT games_seating_check,
    DROP CONSTRAINT games_status_check,
    DROP CONSTRAINT games_version_check,
    DROP CONSTRAINT games_commitment_check,
    DROP CONSTRAINT games_check;
ALTER TABLE games
    ALTER COLUMN seats TYPE seat_count,
    ALTER COLUMN visibility TYPE game_visibility,
    ALTER COLUMN seating TYPE game_seating,
    ALTER COLUMN status TYPE game_status,
    ALTER COLUMN version TYPE log_position,
    ALTER COLUMN commitment TYPE sha256_digest;

ALTER TABLE game_log
    DROP CONSTRAINT game_log_seq_check,
    DROP CONSTRAINT game_log_by_check,
    DROP CONSTRAINT game_log_kind_check,
    DROP CONSTRAINT game_log_check;
ALTER TABLE game_log
    ALTER COLUMN seq TYPE log_position,
    ALTER COLUMN by TYPE entry_author,
    ALTER COLUMN kind TYPE entry_kind;
