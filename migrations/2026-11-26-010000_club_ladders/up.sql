-- Ladders of clubs: rated pools of their own, which are played in seasons.
CREATE TABLE club_ladders (
    id            uuid        PRIMARY KEY,
    club_id       uuid        NOT NULL REFERENCES clubs,
    name          text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
    -- The pool of the server with the same games: ruleset, size of the table, pace, kind of players.
    base_pool     text        NOT NULL,
    -- Whether only members of the club play in it.
    members_only  boolean     NOT NULL,
    -- What a player needs to be listed.
    rd_max        smallint    NOT NULL CHECK (rd_max BETWEEN 20 AND 170),
    opponents_min smallint    NOT NULL CHECK (opponents_min BETWEEN 1 AND 1000),
    days_idle_max smallint    NOT NULL CHECK (days_idle_max BETWEEN 1 AND 3650),
    created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- From then on no season begins.
    closed_at     timestamptz
);
CREATE INDEX club_ladders_club ON club_ladders (club_id, id);

-- A season is a pool of ratings. At most one season of a ladder runs.
CREATE TABLE club_seasons (
    id            uuid        PRIMARY KEY,
    ladder_id     uuid        NOT NULL REFERENCES club_ladders,
    number        integer     NOT NULL CHECK (number >= 1),
    name          text        CHECK (char_length(name) BETWEEN 1 AND 80),
    -- The name of the pool: that of the ladder's games, and the id of the season.
    pool          text        NOT NULL UNIQUE,
    -- Whether everybody begins as a new player, or with the mean of the season before and a wider deviation.
    reset         text        NOT NULL CHECK (reset IN ('hard', 'soft')),
    -- The season before, and the number of its last game when this one began.
    earlier_id    uuid        REFERENCES club_seasons,
    carried_games bigint      NOT NULL DEFAULT 0 CHECK (carried_games >= 0),
    started_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at      timestamptz,
    -- What a player needed to be listed when it ended; null while it runs.
    rd_max        smallint,
    opponents_min smallint,
    days_idle_max smallint,
    UNIQUE (ladder_id, number),
    CHECK (num_nulls(ended_at, rd_max, opponents_min, days_idle_max) IN (0, 4))
);
CREATE UNIQUE INDEX club_seasons_running ON club_seasons (ladder_id) WHERE ended_at IS NULL;
CREATE INDEX club_seasons_earlier ON club_seasons (earlier_id);

-- The season in which a game is rated; null for the pools of the server.
ALTER TABLE games ADD COLUMN season_id uuid;
ALTER TABLE seeks ADD COLUMN season_id uuid;
-- The ladder in whose seasons the games of a tournament are rated.
ALTER TABLE tournaments ADD COLUMN ladder_id uuid REFERENCES club_ladders;
CREATE OR REPLACE VIEW tournament_details AS
SELECT id AS tournament_id, created_at, forbidden, seed_revealed, play, description, club_id, members_only, ladder_id FROM tournaments;

-- The pools of the server, without those of seasons.
CREATE INDEX rating_pools_own ON rating_pools (pool) WHERE split_part(pool, '.', 5) = '';
