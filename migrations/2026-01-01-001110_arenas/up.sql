-- Arenas: one round that stays open for a fixed time, to which tables are added from those who wait.
ALTER TABLE tournaments
    DROP CONSTRAINT tournaments_format_check,
    ADD CONSTRAINT tournaments_format_check
        CHECK (format IN ('swiss', 'round_robin', 'heats', 'single_elimination', 'arena')),
    -- How long an arena makes tables; null for other formats.
    ADD COLUMN duration_ms bigint CHECK ((duration_ms IS NOT NULL) = (format = 'arena'));
ALTER TABLE tournament_rounds
    DROP CONSTRAINT tournament_rounds_stage_check,
    ADD CONSTRAINT tournament_rounds_stage_check
        CHECK (stage IN ('swiss', 'round_robin', 'heats', 'knock_out', 'arena'));
-- In an arena that runs: from when on the entry waits for a table. Null while its game is played, and in other formats.
ALTER TABLE tournament_entries ADD COLUMN waits_from timestamptz;
CREATE INDEX tournament_entries_waiting ON tournament_entries (tournament_id, waits_from)
    WHERE status = 'active' AND waits_from IS NOT NULL;
-- Null for tables that started before this column.
ALTER TABLE tournament_tables ADD COLUMN started_at timestamptz;
CREATE INDEX tournament_tables_unfinished ON tournament_tables (tournament_id, round)
    WHERE status IN ('waiting', 'playing');
CREATE INDEX tournament_tables_game ON tournament_tables (game_id) WHERE game_id IS NOT NULL;
