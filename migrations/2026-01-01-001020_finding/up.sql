-- The invitations of a game are marked when its log is folded, as its seats are: a list of what waits for a player reads those
-- that are not marked, however often the player was ever invited. Of a rematch, an invitation reserves a place at the table.
ALTER TABLE invitations
    ADD COLUMN folded boolean NOT NULL DEFAULT false,
    ADD COLUMN place  smallint CHECK (place BETWEEN 0 AND 3);
UPDATE invitations SET folded = true FROM games WHERE games.id = invitations.game_id AND games.folded;
CREATE INDEX invitations_unfolded ON invitations (player_id, game_id) WHERE NOT folded;

-- A challenge is a private game that waits for invited players; this row says what makes it a challenge. It goes when the log
-- of the game is folded.
CREATE TABLE challenges (
    game_id       uuid            PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    challenger_id uuid            NOT NULL REFERENCES players,
    -- What the game becomes when it starts: until then it is private.
    visibility    game_visibility NOT NULL,
    status        text            NOT NULL DEFAULT 'open'
                                  CHECK (status IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    declined_by   uuid            REFERENCES players,
    reason        text,
    -- The game after which the same players play again; null if this is no rematch.
    rematch_of    uuid
);
CREATE INDEX challenges_challenger ON challenges (challenger_id, game_id);

-- The game that the players of a game agree to play next. There is no key to it: it may be on another shard.
CREATE TABLE rematches (
    game_id   uuid PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    next_game uuid NOT NULL
);

-- Players who take any opponent on the same terms.
CREATE TABLE seeks (
    id         uuid        PRIMARY KEY,
    player_id  uuid        NOT NULL REFERENCES players,
    ruleset    text        NOT NULL,
    options    text        NOT NULL,
    seats      smallint    NOT NULL CHECK (seats BETWEEN 2 AND 4),
    clock      text        NOT NULL,
    status     text        NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paired', 'withdrawn')),
    commitment bytea       NOT NULL CHECK (octet_length(commitment) = 32),
    game_id    uuid,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    -- When the newest seek on the same terms was made that could be read before this one was sent; null if there was none.
    seen_until timestamptz,
    CHECK ((status = 'paired') = (game_id IS NOT NULL))
);
CREATE INDEX seeks_terms ON seeks (ruleset, options, seats, clock, created_at, id) WHERE status = 'open';
CREATE INDEX seeks_open ON seeks (id) WHERE status = 'open';
CREATE INDEX seeks_player ON seeks (player_id, id);
CREATE INDEX seeks_expiry ON seeks (expires_at);

-- What nobody may know of a seek before its game is over.
CREATE TABLE seek_secrets (
    seek_id     uuid  PRIMARY KEY REFERENCES seeks ON DELETE CASCADE,
    deal_id     uuid  NOT NULL,
    server_seed bytea NOT NULL CHECK (octet_length(server_seed) = 32),
    entropy     bytea CHECK (octet_length(entropy) <= 64)
);

-- Who has blocked a player: a list of seeks leaves out those of players who have blocked the reader.
CREATE INDEX blocks_blocked ON blocks (blocked_id, blocker_id);
