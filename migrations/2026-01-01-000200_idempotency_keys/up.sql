-- The answers to requests that carried an Idempotency-Key. A row is written by the transaction that did the work, so
-- that there is an answer exactly where there is a deed.
CREATE TABLE idempotency_keys (
    player_id   uuid        NOT NULL REFERENCES players,
    route       text        NOT NULL,
    key         text        NOT NULL,
    body_digest bytea       NOT NULL CHECK (octet_length(body_digest) = 32),
    status      smallint    NOT NULL,
    location    text,
    body        text        NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (player_id, route, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
