-- Links that set a new password. Only digests: whoever reads this table can reset nothing. A row is kept for a while
-- after its end, because it counts against the mails that an account gets in an hour.
CREATE TABLE password_resets (
    digest     bytea       PRIMARY KEY CHECK (octet_length(digest) = 32),
    player_id  uuid        NOT NULL REFERENCES players,
    mailed     boolean     NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    -- When it was used, replaced, or made useless by another change of the account.
    ended_at   timestamptz
);
CREATE INDEX password_resets_player ON password_resets (player_id, created_at);
CREATE INDEX password_resets_age ON password_resets (created_at);

-- The accounts with an address, for a player who has forgotten the password.
CREATE INDEX players_email ON players (lower(email), id) WHERE email IS NOT NULL;

-- The ended sessions of an account, of which the oldest are deleted.
CREATE INDEX sessions_ended ON sessions (player_id, revoked_at) WHERE revoked_at IS NOT NULL;
