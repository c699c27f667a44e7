-- The settings of a tournament that the first release does not have, and for which no statement looks, are one document, so that
-- another setting needs no column. A setting that the document does not have is as usual.
ALTER TABLE tournaments ADD COLUMN settings jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(settings) = 'object');
UPDATE tournaments SET settings = jsonb_build_object(
    'description', description,
    'play', play,
    'members_only', members_only,
    'advance', advance,
    'acceleration', acceleration,
    'byes', jsonb_build_object('max', byes_max, 'half', byes_half),
    'third_place', third_place,
    'teams', CASE WHEN team_size_min IS NOT NULL AND team_size_max IS NOT NULL
        THEN jsonb_build_object('size_min', team_size_min, 'size_max', team_size_max, 'counted', team_counted) END,
    'delay', CASE WHEN spectator_turns > 0 THEN jsonb_build_object('turns', spectator_turns)
        WHEN spectator_ms > 0 THEN jsonb_build_object('time', spectator_ms) END,
    'conditions', jsonb_build_object('games_min', games_min, 'rating_established', rating_established, 'account_days_min', account_days_min),
    'entry', entry_lock,
    'round_dates', round_dates,
    'round_ends_after', round_ends_after_ms,
    'unfinished', unfinished);
DROP VIEW tournament_details;
ALTER TABLE tournaments
    DROP COLUMN description, DROP COLUMN play, DROP COLUMN members_only, DROP COLUMN advance, DROP COLUMN acceleration,
    DROP COLUMN byes_max, DROP COLUMN byes_half, DROP COLUMN third_place,
    DROP COLUMN team_size_min, DROP COLUMN team_size_max, DROP COLUMN team_counted, DROP COLUMN spectator_turns, DROP COLUMN spectator_ms,
    DROP COLUMN games_min, DROP COLUMN rating_established, DROP COLUMN account_days_min, DROP COLUMN entry_lock,
    DROP COLUMN round_dates, DROP COLUMN round_ends_after_ms, DROP COLUMN unfinished;
CREATE VIEW tournament_details AS
SELECT id AS tournament_id, created_at, forbidden, seed_revealed, club_id, ladder_id, starts_at, first_round_at, settings FROM tournaments;
