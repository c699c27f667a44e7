-- Webhooks: addresses to which the server sends what happens to games. No foreign key to `games`, because games may be on shards.
CREATE TABLE webhooks (
    id              uuid        PRIMARY KEY,
    player_id       uuid        NOT NULL REFERENCES players,
    url             text        NOT NULL,
    events          text[]      NOT NULL,
    -- Only events of this game, or of this tournament.
    game_id         uuid,
    tournament_id   uuid,
    -- The key of the signatures, which the server needs in the clear. The old one also signs for a while.
    secret          bytea       NOT NULL CHECK (octet_length(secret) = 32),
    old_secret      bytea       CHECK (octet_length(old_secret) = 32),
    old_until       timestamptz,
    enabled         boolean     NOT NULL DEFAULT true,
    disabled_reason text,
    created_at      timestamptz NOT NULL DEFAULT now(),
    -- When it last accepted a message.
    accepted_at     timestamptz,
    -- Until when one server has it to itself.
    busy_until      timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhooks_player ON webhooks (player_id);
CREATE INDEX webhooks_game ON webhooks (game_id) WHERE game_id IS NOT NULL;
CREATE INDEX webhooks_tournament ON webhooks (tournament_id) WHERE tournament_id IS NOT NULL;

-- The messages to send, written in the transaction of what happened.
CREATE TABLE webhook_deliveries (
    id            uuid        PRIMARY KEY,
    webhook_id    uuid        NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    event         text        NOT NULL,
    game_id       uuid,
    tournament_id uuid,
    round         smallint,
    table_number  smallint,
    happened_at   timestamptz NOT NULL,
    status        text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'failed')),
    -- All attempts, and those since it was last asked for.
    attempts      integer     NOT NULL DEFAULT 0,
    tries         smallint    NOT NULL DEFAULT 0,
    due_at        timestamptz NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at, id) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at);

CREATE TABLE webhook_attempts (
    delivery_id     uuid        NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
    number          integer     NOT NULL,
    at              timestamptz NOT NULL DEFAULT now(),
    response_status smallint,
    failure         text,
    duration_ms     integer     NOT NULL,
    PRIMARY KEY (delivery_id, number)
);
