-- The address at which the server asks a bot for its decisions.
CREATE TABLE bot_endpoints (
    bot_id        uuid        PRIMARY KEY REFERENCES bots ON DELETE CASCADE,
    url           text        NOT NULL CHECK (char_length(url) BETWEEN 1 AND 2048),
    secret        bytea       NOT NULL CHECK (octet_length(secret) = 32),
    -- The API token with which the server plays for the bot. Nobody knows the token itself.
    session_id    uuid        NOT NULL,
    created_at    timestamptz NOT NULL,
    -- Null as long as the bot is asked.
    ended         text        CHECK (ended IN ('gone', 'failing')),
    -- When the bot last gave an answer that was played.
    answered_at   timestamptz,
    -- Since when every answer has been a fault; null if the last one was played.
    failing_since timestamptz,
    -- The last fault.
    fault         text,
    fault_detail  text,
    fault_at      timestamptz,
    -- The server that asks, and until when no other server takes the bot.
    server_id     uuid,
    held_until    timestamptz
);
