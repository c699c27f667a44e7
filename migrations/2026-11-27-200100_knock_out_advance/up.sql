-- How many go on from a knock-out table after heats.
ALTER TABLE tournaments ADD COLUMN advance smallint NOT NULL DEFAULT 1 CHECK (advance BETWEEN 1 AND 2);
CREATE OR REPLACE VIEW tournament_details AS
SELECT id AS tournament_id, created_at, forbidden, seed_revealed, play, description, club_id, members_only, ladder_id,
       entry_lock, games_min, rating_established, account_days_min, starts_at, byes_max, byes_half, third_place, spectator_turns, spectator_ms,
       team_size_min, team_size_max, team_counted, acceleration, advance
FROM tournaments;
