-- Names and addresses live here alone; everything else knows a player by id, so that erasing keeps the games.
CREATE TABLE players (
    id            uuid        PRIMARY KEY,
    username      text,
    email         text,
    password_hash text,
    role          text        NOT NULL DEFAULT 'player' CHECK (role IN ('player', 'administrator')),
    created_at    timestamptz NOT NULL DEFAULT now(),
    erased_at     timestamptz,
    CHECK (erased_at IS NULL OR (username IS NULL AND email IS NULL AND password_hash IS NULL)),
    CHECK (erased_at IS NOT NULL OR username IS NOT NULL)
);
CREATE UNIQUE INDEX players_username ON players (lower(username));

-- A login and all refresh tokens that descend from it.
CREATE TABLE sessions (
    id         uuid        PRIMARY KEY,
    player_id  uuid        NOT NULL REFERENCES players,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz
);
CREATE INDEX sessions_player ON sessions (player_id) WHERE revoked_at IS NULL;

-- Only digests: whoever reads this table can log in as nobody.
CREATE TABLE refresh_tokens (
    digest     bytea       PRIMARY KEY CHECK (octet_length(digest) = 32),
    session_id uuid        NOT NULL REFERENCES sessions ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at    timestamptz
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);
CREATE INDEX refresh_tokens_expiry ON refresh_tokens (expires_at);

-- What all nodes must share: the keys that sign access tokens, and the one from which refresh tokens descend.
CREATE TABLE server_secrets (
    purpose    text        PRIMARY KEY CHECK (purpose IN ('access_current', 'access_next', 'refresh')),
    secret     bytea       NOT NULL CHECK (octet_length(secret) = 32),
    created_at timestamptz NOT NULL DEFAULT now()
);
