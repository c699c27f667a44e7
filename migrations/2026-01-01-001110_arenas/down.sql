DROP INDEX tournament_tables_game;
DROP INDEX tournament_tables_unfinished;
ALTER TABLE tournament_tables DROP COLUMN started_at;
DROP INDEX tournament_entries_waiting;
ALTER TABLE tournament_entries DROP COLUMN waits_from;
ALTER TABLE tournament_rounds
    DROP CONSTRAINT tournament_rounds_stage_check,
    ADD CONSTRAINT tournament_rounds_stage_check CHECK (stage IN ('swiss', 'round_robin', 'heats', 'knock_out'));
ALTER TABLE tournaments
    DROP COLUMN duration_ms,
    DROP CONSTRAINT tournaments_format_check,
    ADD CONSTRAINT tournaments_format_check
        CHECK (format IN ('swiss', 'round_robin', 'heats', 'single_elimination'));
