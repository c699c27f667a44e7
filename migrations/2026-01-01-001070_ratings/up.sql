-- Ratings are compared only within a pool, such as splendor.duel.live.human. The row of a pool is its counter: whoever writes
-- ratings of the pool locks it first, so that the numbers of its games have no gaps and follow the order of their ends.
--
-- None of these tables has a key to games or players: a game may be on another shard, and players are never deleted. The
-- transaction that ends a game would otherwise lock the rows of its players.
CREATE TABLE rating_pools (
    pool     text        PRIMARY KEY,
    -- The number of the last game.
    games    bigint      NOT NULL CHECK (games >= 0),
    players  bigint      NOT NULL DEFAULT 0 CHECK (players >= 0),
    -- How often the log was changed afterward, because a game was annulled or the ratings were recomputed.
    revision bigint      NOT NULL DEFAULT 0,
    last_at  timestamptz NOT NULL
);

-- Means and deviations are in millionths.
CREATE TABLE ratings (
    player_id uuid        NOT NULL,
    pool      text        NOT NULL,
    mu        bigint      NOT NULL,
    sigma     bigint      NOT NULL,
    games     bigint      NOT NULL,
    opponents bigint      NOT NULL,
    -- The end of the last rated game.
    last_at   timestamptz NOT NULL,
    PRIMARY KEY (player_id, pool)
);
-- The order of a leaderboard, the best first: who is left out for the deviation or the number of opponents is not in it.
-- A shown deviation of 60 is a sigma below 3.025.
CREATE INDEX ratings_standings ON ratings (pool, (2 * sigma - mu), player_id) WHERE sigma < 3025000 AND opponents >= 10;

-- The public log: a row for each seat of a rated game.
CREATE TABLE rating_events (
    pool         text        NOT NULL,
    pool_seq     bigint      NOT NULL,
    seat         smallint    NOT NULL CHECK (seat BETWEEN 0 AND 3),
    seats        smallint    NOT NULL CHECK (seats BETWEEN 2 AND 4),
    game_id      uuid        NOT NULL,
    player_id    uuid        NOT NULL,
    place        smallint    NOT NULL CHECK (place BETWEEN 1 AND 4),
    mu_before    bigint      NOT NULL,
    sigma_before bigint      NOT NULL,
    mu_after     bigint      NOT NULL,
    sigma_after  bigint      NOT NULL,
    algorithm    text        NOT NULL,
    finished_at  timestamptz NOT NULL,
    annulled     boolean     NOT NULL DEFAULT false,
    PRIMARY KEY (pool, pool_seq, seat)
);
CREATE UNIQUE INDEX rating_events_game ON rating_events (game_id, seat);
CREATE INDEX rating_events_player ON rating_events (player_id, pool, pool_seq);

-- With whom a player has played how many rated games: the number of distinct opponents decides who is listed.
CREATE TABLE rating_opponents (
    player_id   uuid   NOT NULL,
    pool        text   NOT NULL,
    opponent_id uuid   NOT NULL,
    games       bigint NOT NULL CHECK (games > 0),
    PRIMARY KEY (player_id, pool, opponent_id)
);

-- Games that administrators have annulled, and how this changed the ratings of each player.
CREATE TABLE annulments (
    game_id     uuid        PRIMARY KEY,
    pool        text        NOT NULL,
    pool_seq    bigint      NOT NULL,
    reason      text        NOT NULL,
    annulled_by uuid        NOT NULL,
    annulled_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (pool, pool_seq)
);
CREATE TABLE rating_corrections (
    game_id      uuid   NOT NULL REFERENCES annulments,
    player_id    uuid   NOT NULL,
    mu_before    bigint NOT NULL,
    sigma_before bigint NOT NULL,
    mu_after     bigint NOT NULL,
    sigma_after  bigint NOT NULL,
    PRIMARY KEY (game_id, player_id)
);
