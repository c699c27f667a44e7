-- When the server pairs each round at the earliest, how long rounds are played, and what happens then to tables without a result.
ALTER TABLE tournaments
    ADD COLUMN round_dates         timestamptz[] NOT NULL DEFAULT '{}' CHECK (cardinality(round_dates) <= 64),
    ADD COLUMN round_ends_after_ms bigint        CHECK (round_ends_after_ms > 0),
    ADD COLUMN unfinished          text          NOT NULL DEFAULT 'wait' CHECK (unfinished IN ('wait', 'void')),
    -- When the server pairs the first round of a tournament that has started.
    ADD COLUMN first_round_at      timestamptz;
CREATE INDEX tournaments_first_round ON tournaments (first_round_at) WHERE first_round_at IS NOT NULL;
-- When a round that is played ends, and what happens then.
ALTER TABLE tournament_rounds
    ADD COLUMN ends_at    timestamptz,
    ADD COLUMN unfinished text CHECK (unfinished IN ('wait', 'void'));
CREATE OR REPLACE VIEW tournament_details AS
SELECT id AS tournament_id, created_at, forbidden, seed_revealed, play, description, club_id, members_only, ladder_id,
       entry_lock, games_min, rating_established, account_days_min, starts_at, byes_max, byes_half, third_place, spectator_turns, spectator_ms,
       team_size_min, team_size_max, team_counted, acceleration, advance, round_dates, round_ends_after_ms, unfinished, first_round_at
FROM tournaments;
