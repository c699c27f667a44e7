-- How many byes a player can request, and whether they have half of the points of a bye.
ALTER TABLE tournaments
    ADD COLUMN byes_max  smallint NOT NULL DEFAULT 0 CHECK (byes_max BETWEEN 0 AND 50),
    ADD COLUMN byes_half boolean  NOT NULL DEFAULT false;
-- The rounds for which the player has requested a bye.
ALTER TABLE tournament_entries ADD COLUMN requested_byes smallint[] NOT NULL DEFAULT '{}';
-- The entries that had requested a bye when the round was paired.
ALTER TABLE tournament_rounds ADD COLUMN requested_byes integer[] NOT NULL DEFAULT '{}';
CREATE OR REPLACE VIEW tournament_details AS
SELECT id AS tournament_id, created_at, forbidden, seed_revealed, play, description, club_id, members_only, ladder_id,
       entry_lock, games_min, rating_established, account_days_min, starts_at, byes_max, byes_half
FROM tournaments;
