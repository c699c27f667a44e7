-- The clocks of the seats of a game that has started and has a clock. They are beside `games`, so that a turn of a game
-- without a clock writes nothing here, and no index of `games` depends on a deadline. All times are the database's.
CREATE TABLE game_clocks (
    game_id      uuid        PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    -- The time that each seat has, in order of seats; that of the running seat at the moment `since`.
    remaining_ms bigint[]    NOT NULL,
    -- The seat whose clock runs; null if the game is over.
    running      smallint,
    -- When the running clock began to run. During a pause it is the end of the pause.
    since        timestamptz NOT NULL,
    -- When the running seat has no time left; null if the game is over.
    deadline     timestamptz,
    -- The lag allowance, fixed at the start.
    lag_ms       bigint      NOT NULL,
    paused       boolean     NOT NULL DEFAULT false,
    -- The seats that agree to a pause; any turn empties the list.
    pause_agreed smallint[]  NOT NULL DEFAULT '{}',
    -- The days off that each seat has left, in order of seats.
    days_off     smallint[]  NOT NULL,
    -- The days off that the running seat has taken in the current turn.
    days_taken   smallint    NOT NULL DEFAULT 0
);
CREATE INDEX game_clocks_deadline ON game_clocks (deadline) WHERE deadline IS NOT NULL;

-- One row for the whole service, written every second by any server: a gap shows that no server was running.
CREATE TABLE heartbeat (
    id      boolean     PRIMARY KEY DEFAULT true CHECK (id),
    beat_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO heartbeat DEFAULT VALUES;
