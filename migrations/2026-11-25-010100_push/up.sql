-- The browsers through which players are told what waits for them (Web Push).
CREATE TABLE push_subscriptions (
    id          uuid        PRIMARY KEY,
    player_id   uuid        NOT NULL REFERENCES players,
    -- What made it, which it ends with. No foreign key, because a session that has ended may be deleted.
    session_id  uuid        NOT NULL,
    -- The address at the browser's push service. Whoever knows it can send there.
    endpoint    text        NOT NULL,
    -- The browser's public key, and the secret that it shares with this server.
    p256dh      bytea       NOT NULL CHECK (octet_length(p256dh) = 65),
    auth        bytea       NOT NULL CHECK (octet_length(auth) = 16),
    created_at  timestamptz NOT NULL DEFAULT now(),
    accepted_at timestamptz,
    -- Until when one server has it to itself.
    busy_until  timestamptz NOT NULL DEFAULT now(),
    host        text        NOT NULL GENERATED ALWAYS AS (
        coalesce(lower(substring(endpoint COLLATE "C" FROM '^[^:]*:/*(\[[^\]]*\]|[^:/?#]*)')), '')
    ) STORED,
    slow        boolean     NOT NULL DEFAULT false,
    UNIQUE (player_id, endpoint)
);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);

-- The messages to send, written in the transaction that notes what the player is told. A message is deleted once it is accepted.
CREATE TABLE push_messages (
    id              uuid        PRIMARY KEY,
    subscription_id uuid        NOT NULL REFERENCES push_subscriptions ON DELETE CASCADE,
    body            text        NOT NULL,
    -- A message that still waits at the push service is replaced by the next one with the same topic.
    topic           text,
    tries           smallint    NOT NULL DEFAULT 0,
    due_at          timestamptz NOT NULL DEFAULT now(),
    created_at      timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_messages_subscription ON push_messages (subscription_id);
CREATE INDEX push_messages_due ON push_messages (due_at, id);
CREATE INDEX push_messages_age ON push_messages (created_at);

-- The key with which all servers introduce themselves to push services: a P-256 key in PKCS #8.
CREATE TABLE push_keys (
    name       text        PRIMARY KEY CHECK (name = 'vapid'),
    key        bytea       NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
