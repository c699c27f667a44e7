-- The grant of an app is a session of the kind `grant`. This is the origin of the address that received its code, which
-- is what the player trusted; null if a device got the grant.
ALTER TABLE sessions ADD COLUMN redirect_origin text;

-- Authorization codes. As with refresh tokens, only the digest is stored.
CREATE TABLE oauth_codes (
    digest       bytea       PRIMARY KEY CHECK (octet_length(digest) = 32),
    player_id    uuid        NOT NULL REFERENCES players,
    client_id    text        NOT NULL,
    redirect_uri text        NOT NULL,
    -- The SHA-256 of the secret with which the app must prove that it asked for the code (PKCE).
    challenge    bytea       NOT NULL CHECK (octet_length(challenge) = 32),
    scopes       text        NOT NULL,
    expires_at   timestamptz NOT NULL,
    -- The grant made from the code. A code with a grant is used.
    session_id   uuid        REFERENCES sessions ON DELETE CASCADE
);
CREATE INDEX oauth_codes_expiry ON oauth_codes (expires_at);
CREATE INDEX oauth_codes_player ON oauth_codes (player_id);
CREATE INDEX oauth_codes_session ON oauth_codes (session_id);

-- Codes of devices on which nobody can log in.
CREATE TABLE device_codes (
    digest       bytea       PRIMARY KEY CHECK (octet_length(digest) = 32),
    -- What the player types, without the dash. It gives no access: the device has to present the other code.
    user_code    text        NOT NULL UNIQUE,
    client_id    text        NOT NULL,
    scopes       text        NOT NULL,
    expires_at   timestamptz NOT NULL,
    status       text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'allowed', 'denied')),
    -- Who has decided.
    player_id    uuid        REFERENCES players,
    polled_at    timestamptz,
    poll_seconds int         NOT NULL,
    session_id   uuid        REFERENCES sessions ON DELETE CASCADE,
    CHECK ((status = 'pending') = (player_id IS NULL))
);
CREATE INDEX device_codes_expiry ON device_codes (expires_at);
CREATE INDEX device_codes_player ON device_codes (player_id);
CREATE INDEX device_codes_session ON device_codes (session_id);
