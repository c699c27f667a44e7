-- All players of a table over the board report its result, in place of two of them.
ALTER TABLE tournament_tables
    -- What each player has reported last, the latest report last: the entry as `by`, then `places`, `prestige` and `cards` of each seat.
    ADD COLUMN reports jsonb NOT NULL DEFAULT '[]',
    -- When the result that all players but one have reported is final; null while nobody waits for that.
    ADD COLUMN final_at timestamptz;
UPDATE tournament_tables
    SET reports = jsonb_build_array(jsonb_build_object('by', seats[report_seat + 1], 'places', report_places,
        'prestige', report_prestige, 'cards', report_cards))
    WHERE report_seat IS NOT NULL AND status = 'playing';
ALTER TABLE tournament_tables
    DROP COLUMN report_seat,
    DROP COLUMN report_places,
    DROP COLUMN report_prestige,
    DROP COLUMN report_cards;
CREATE INDEX tournament_tables_final ON tournament_tables (final_at) WHERE final_at IS NOT NULL;

-- Organizers are told of disputed results.
CREATE INDEX tournament_events_told ON tournament_events (tournament_id, id)
    WHERE kind IN ('announced', 'start_failed', 'result_disputed');
DROP INDEX tournament_events_announced;
