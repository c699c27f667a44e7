-- A session is whatever may act for an account: a login, an API token, or the grant of an app. So each request checks
-- all of them in the same way, and each of them can be ended.
ALTER TABLE sessions
    ADD COLUMN kind         text NOT NULL DEFAULT 'login' CHECK (kind IN ('login', 'token', 'grant')),
    ADD COLUMN scopes       text NOT NULL DEFAULT 'read play challenge bots tournaments',
    -- For a login the client, for a token its name, for a grant the app.
    ADD COLUMN label        text,
    -- Of an API token. As with refresh tokens, only the digest is stored.
    ADD COLUMN token_digest bytea CHECK (octet_length(token_digest) = 32),
    -- Of an API token; null if it does not expire. Logins and grants last as long as their refresh tokens.
    ADD COLUMN expires_at   timestamptz,
    -- Accurate to a minute or so.
    ADD COLUMN last_used_at timestamptz,
    ADD CONSTRAINT sessions_token_of_kind CHECK ((kind = 'token') = (token_digest IS NOT NULL));
CREATE UNIQUE INDEX sessions_token_digest ON sessions (token_digest);
