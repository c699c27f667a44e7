-- Whether strong entries have virtual points in the first rounds.
ALTER TABLE tournaments ADD COLUMN acceleration text NOT NULL DEFAULT 'none' CHECK (acceleration IN ('none', 'baku'));
-- The virtual points of a round in twelfths, and the entries that had them when it was paired.
ALTER TABLE tournament_rounds
    ADD COLUMN virtual_twelfths bigint    NOT NULL DEFAULT 0 CHECK (virtual_twelfths >= 0),
    ADD COLUMN virtual_entries  integer[] NOT NULL DEFAULT '{}';
CREATE OR REPLACE VIEW tournament_details AS
SELECT id AS tournament_id, created_at, forbidden, seed_revealed, play, description, club_id, members_only, ladder_id,
       entry_lock, games_min, rating_established, account_days_min, starts_at, byes_max, byes_half, third_place, spectator_turns, spectator_ms,
       team_size_min, team_size_max, team_counted, acceleration
FROM tournaments;
