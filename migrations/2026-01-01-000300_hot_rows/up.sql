-- A turn updates one row of games and inserts into game_log. PostgreSQL reads and compiles every CHECK of such a table
-- anew for each statement, and here that was half of the work of a turn. The words become domains, whose checks are
-- compiled once for each connection; the columns that a turn never changes are checked by the types that the store reads
-- and writes. What remains is that a result stands where a game is finished, and nowhere else.
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
ALTER TABLE games ALTER COLUMN status TYPE game_status;

ALTER TABLE game_log
    DROP CONSTRAINT game_log_seq_check,
    DROP CONSTRAINT game_log_by_check,
    DROP CONSTRAINT game_log_kind_check,
    DROP CONSTRAINT game_log_check;
ALTER TABLE game_log ALTER COLUMN by TYPE entry_author, ALTER COLUMN kind TYPE entry_kind;
