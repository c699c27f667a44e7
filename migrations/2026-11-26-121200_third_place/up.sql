-- Whether the losers of the semi-finals play for the third place, and how much later those without a seat see the games.
ALTER TABLE tournaments
    ADD COLUMN third_place boolean  NOT NULL DEFAULT false,
    ADD COLUMN spectator_turns smallint NOT NULL DEFAULT 0 CHECK (spectator_turns BETWEEN 0 AND 20),
    ADD COLUMN spectator_ms    bigint   NOT NULL DEFAULT 0 CHECK (spectator_ms BETWEEN 0 AND 3600000);
ALTER TABLE tournament_tables ADD COLUMN third_place boolean NOT NULL DEFAULT false;
CREATE OR REPLACE VIEW tournament_details AS
SELECT id AS tournament_id, created_at, forbidden, seed_revealed, play, description, club_id, members_only, ladder_id,
       entry_lock, games_min, rating_established, account_days_min, starts_at, byes_max, byes_half, third_place, spectator_turns, spectator_ms
FROM tournaments;
