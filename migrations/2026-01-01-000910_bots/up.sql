-- A bot is a player without a password and without an e-mail address: nobody can log in as a bot, it plays with API
-- tokens. The mark stays when the bot is erased, because its games stay.
ALTER TABLE players
    ADD COLUMN bot boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT players_bots_cannot_log_in CHECK (NOT bot OR (email IS NULL AND password_hash IS NULL));

-- The bots that are not erased. A bot without an owner is part of the server.
CREATE TABLE bots (
    player_id        uuid       PRIMARY KEY REFERENCES players,
    owner_id         uuid       REFERENCES players,
    -- What the bot declares to play.
    rulesets         text[]     NOT NULL,
    modules          text[]     NOT NULL,
    seats            smallint[] NOT NULL,
    clocks           text[]     NOT NULL,
    concurrent_games integer    NOT NULL CHECK (concurrent_games >= 0),
    -- The last use of one of its tokens, accurate to a minute or so.
    seen_at          timestamptz
);
CREATE INDEX bots_owner ON bots (owner_id);
-- A list of the bots that are online reads these alone, however many bots there are.
CREATE INDEX bots_seen ON bots (seen_at);
