-- What public games that are over say together. No row names a player or a game, so an erased name cannot come back.
CREATE TABLE statistics_seats (
    -- The ruleset with its modules, as in `games`.
    ruleset   text     NOT NULL,
    seats     smallint NOT NULL,
    rated     boolean  NOT NULL,
    seat      smallint NOT NULL,
    games     bigint   NOT NULL,
    -- Twelfths of wins, because winners share one.
    win_parts bigint   NOT NULL,
    turns     bigint   NOT NULL,
    PRIMARY KEY (ruleset, seats, rated, seat)
);

-- By the first two cards that a seat has bought.
CREATE TABLE statistics_openings (
    ruleset   text     NOT NULL,
    seats     smallint NOT NULL,
    rated     boolean  NOT NULL,
    first     text     NOT NULL,
    -- Empty for a seat that has bought only one card.
    second    text     NOT NULL,
    times     bigint   NOT NULL,
    win_parts bigint   NOT NULL,
    PRIMARY KEY (ruleset, seats, rated, first, second)
);

-- How far games are counted, in the order in which their logs were folded, and how many are. It changes in the transaction that
-- counts, so a game is counted once, whatever happens to the server.
CREATE TABLE statistics_progress (
    only_one  boolean     PRIMARY KEY DEFAULT true CHECK (only_one),
    folded_at timestamptz NOT NULL,
    game_id   uuid        NOT NULL,
    games     bigint      NOT NULL
);
INSERT INTO statistics_progress (folded_at, game_id, games) VALUES ('epoch', '00000000-0000-0000-0000-000000000000', 0);
