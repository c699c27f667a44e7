-- The hot row of a game: one update for each turn, so it is small, and no index holds a column that a turn changes.
CREATE TABLE games (
    id         uuid        PRIMARY KEY,
    ruleset    text        NOT NULL,
    options    text        NOT NULL DEFAULT '',
    seats      smallint    NOT NULL CHECK (seats BETWEEN 2 AND 4),
    visibility text        NOT NULL CHECK (visibility IN ('public', 'unlisted', 'private')),
    seating    text        NOT NULL CHECK (seating IN ('random', 'join_order')),
    status     text        NOT NULL DEFAULT 'waiting'
                           CHECK (status IN ('waiting', 'active', 'finished', 'aborted', 'frozen')),
    version    integer     NOT NULL DEFAULT 0 CHECK (version >= 0),
    snapshot   bytea,
    commitment bytea       NOT NULL CHECK (octet_length(commitment) = 32),
    creator_id uuid        NOT NULL REFERENCES players,
    reason     text,
    ranks      smallint[],
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CHECK (status NOT IN ('active', 'finished', 'frozen') OR snapshot IS NOT NULL),
    CHECK ((status = 'finished') = (reason IS NOT NULL AND ranks IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX games_public ON games (id) WHERE visibility = 'public';
CREATE INDEX games_public_status ON games (status, id) WHERE visibility = 'public';

-- Who sits in a game. The seat is drawn at the start; until then players stand in the order in which they joined.
CREATE TABLE game_seats (
    game_id    uuid     NOT NULL REFERENCES games ON DELETE CASCADE,
    join_order smallint NOT NULL,
    player_id  uuid     NOT NULL REFERENCES players,
    seat       smallint CHECK (seat BETWEEN 0 AND 3),
    PRIMARY KEY (game_id, join_order),
    UNIQUE (game_id, player_id),
    UNIQUE (game_id, seat)
);
CREATE INDEX game_seats_player ON game_seats (player_id, game_id);

-- What nobody may know before the end of the game: the seed, and the game as dealt, from which the log is replayed.
CREATE TABLE game_secrets (
    game_id     uuid  PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    deal_id     uuid  NOT NULL,
    server_seed bytea NOT NULL CHECK (octet_length(server_seed) = 32),
    opening     bytea
);

-- What the players add to the deal, secret until the start.
CREATE TABLE game_contributions (
    game_id          uuid    NOT NULL REFERENCES games ON DELETE CASCADE,
    player_id        uuid    NOT NULL REFERENCES players,
    entropy          bytea   NOT NULL CHECK (octet_length(entropy) <= 64),
    after_commitment boolean NOT NULL,
    PRIMARY KEY (game_id, player_id)
);

-- Append-only. It refers to no other table: every entry is inserted by the statement that updates the row of its game.
CREATE TABLE game_log (
    game_id uuid        NOT NULL,
    seq     integer     NOT NULL CHECK (seq >= 1),
    seat    smallint,
    by      text        NOT NULL CHECK (by IN ('player', 'engine', 'clock')),
    kind    text        NOT NULL
                        CHECK (kind IN ('started', 'action', 'resigned', 'timed_out', 'finished', 'aborted')),
    action  text        CHECK ((kind = 'action') = (action IS NOT NULL)),
    at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (game_id, seq)
);

-- Who may see and join a game beside those who sit in it.
CREATE TABLE invitations (
    game_id    uuid        NOT NULL REFERENCES games ON DELETE CASCADE,
    player_id  uuid        NOT NULL REFERENCES players,
    invited_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (game_id, player_id)
);
