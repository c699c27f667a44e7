-- The log of a game that is over, in one row: store/packed_log.rs knows its bytes. One transaction inserts this row,
-- deletes the entries in game_log and marks the game, so that every reader finds the log in exactly one of the two.
CREATE TABLE folded_logs (
    game_id   uuid        PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    entries   bytea       NOT NULL,
    folded_at timestamptz NOT NULL DEFAULT now()
);

-- The games whose logs are still to be folded, in the order in which they were created: a game that was created a moment
-- ago cannot have ended long ago. A turn changes none of these columns, so that its update of the row stays cheap.
ALTER TABLE games ADD COLUMN folded boolean NOT NULL DEFAULT false;
CREATE INDEX games_unfolded ON games (created_at, id) WHERE status IN ('finished', 'aborted') AND NOT folded;

-- The seats of a game are marked with it. What is asked about a player's games that are not over (lists of them, and the
-- limits of an account) reads the seats that are not marked, however many games the player has played.
ALTER TABLE game_seats ADD COLUMN folded boolean NOT NULL DEFAULT false;
CREATE INDEX game_seats_unfolded ON game_seats (player_id, game_id) WHERE NOT folded;
