-- When the server starts a tournament that is in registration.
ALTER TABLE tournaments ADD COLUMN starts_at timestamptz;
CREATE INDEX tournaments_starting ON tournaments (starts_at) WHERE status = 'registration' AND starts_at IS NOT NULL;
-- What a tournament tells its players or its organizers.
CREATE INDEX tournament_events_announced ON tournament_events (tournament_id, id) WHERE kind IN ('announced', 'start_failed');
CREATE OR REPLACE VIEW tournament_details AS
SELECT id AS tournament_id, created_at, forbidden, seed_revealed, play, description, club_id, members_only, ladder_id,
       entry_lock, games_min, rating_established, account_days_min, starts_at
FROM tournaments;
