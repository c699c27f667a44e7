-- Tickets for event streams, for browsers, whose `EventSource` cannot send headers. Only digests: whoever reads this table
-- can open no stream. A ticket belongs to a session and ends with it.
CREATE TABLE stream_tickets (
    digest      bytea       PRIMARY KEY CHECK (octet_length(digest) = 32),
    session_id  uuid        NOT NULL REFERENCES sessions ON DELETE CASCADE,
    path        text        NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    -- Until when it must be used for the first time.
    open_before timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL,
    opened_at   timestamptz
);
CREATE INDEX stream_tickets_session ON stream_tickets (session_id, created_at);
CREATE INDEX stream_tickets_expiry ON stream_tickets (expires_at);
