-- Puzzles are part of the program. What is stored of them is how players have answered, and ratings in a pool of their own: a player
-- who solves a puzzle has won against it. A puzzle without a row has no answer yet, and the rating with which it begins.
CREATE TABLE puzzle_ratings (
    puzzle_id   uuid    PRIMARY KEY,
    mu_micro    bigint  NOT NULL,
    sigma_micro bigint  NOT NULL CHECK (sigma_micro > 0),
    answers     integer NOT NULL DEFAULT 0,
    solved      integer NOT NULL DEFAULT 0 CHECK (solved BETWEEN 0 AND answers)
);

CREATE TABLE puzzle_solvers (
    player_id      uuid        PRIMARY KEY REFERENCES players,
    mu_micro       bigint      NOT NULL,
    sigma_micro    bigint      NOT NULL CHECK (sigma_micro > 0),
    answers        integer     NOT NULL DEFAULT 0,
    solved         integer     NOT NULL DEFAULT 0 CHECK (solved BETWEEN 0 AND answers),
    last_answer_at timestamptz
);

-- The first legal answer of a player to a puzzle, which counts, with the ratings of the player before and after it.
CREATE TABLE puzzle_answers (
    player_id          uuid        NOT NULL REFERENCES players,
    puzzle_id          uuid        NOT NULL,
    answered_at        timestamptz NOT NULL DEFAULT now(),
    -- The turn in notation.
    turn               text        NOT NULL,
    solved             boolean     NOT NULL,
    mu_micro_before    bigint      NOT NULL,
    sigma_micro_before bigint      NOT NULL,
    mu_micro_after     bigint      NOT NULL,
    sigma_micro_after  bigint      NOT NULL,
    PRIMARY KEY (player_id, puzzle_id)
);
