-- What bots with an endpoint said with the answers that were played, for their owners.
CREATE TABLE bot_comments (
    game_id    uuid        NOT NULL,
    -- The version of the game about which the bot was asked.
    version    integer     NOT NULL CHECK (version >= 0),
    bot_id     uuid        NOT NULL REFERENCES bots ON DELETE CASCADE,
    -- One line, which was cut if it was too long.
    comment    text        NOT NULL CHECK (char_length(comment) BETWEEN 1 AND 301),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (game_id, version)
);
CREATE INDEX bot_comments_by_time ON bot_comments (created_at);
CREATE INDEX bot_comments_by_bot ON bot_comments (bot_id);
