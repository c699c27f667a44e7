-- The seats that agree to abort the game as it stands; any turn empties the list.
ALTER TABLE games ADD COLUMN abort_agreed smallint[] NOT NULL DEFAULT '{}';

-- What one account has created, for the limit per hour, and which tables wait, for the limit per account and the expiry.
-- A turn changes none of these columns, so that its update of the row stays cheap.
CREATE INDEX games_creator ON games (creator_id, created_at);
CREATE INDEX games_waiting ON games (creator_id, created_at) WHERE status = 'waiting';

-- Games that a player has aborted alone: counted, so that nobody deals again and again until the market is to their liking.
CREATE TABLE aborts (
    game_id    uuid        PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    player_id  uuid        NOT NULL REFERENCES players,
    aborted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX aborts_player ON aborts (player_id, aborted_at);

-- Players whom the creator of a table has sent away: they cannot come back to it.
CREATE TABLE kicks (
    game_id   uuid        NOT NULL REFERENCES games ON DELETE CASCADE,
    player_id uuid        NOT NULL REFERENCES players,
    kicked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (game_id, player_id)
);

-- Players who cannot join any table that the blocker opens.
CREATE TABLE blocks (
    blocker_id uuid        NOT NULL REFERENCES players,
    blocked_id uuid        NOT NULL REFERENCES players,
    blocked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (blocker_id, blocked_id),
    CHECK (blocker_id <> blocked_id)
);

COMMENT ON COLUMN game_log.action IS 'The decision in canonical notation; of an aborted game the reason';
