-- Whether the server matches the bot by itself with bots of others.
ALTER TABLE bot_endpoints ADD COLUMN ladder boolean NOT NULL DEFAULT false;
CREATE INDEX bot_endpoints_on_ladder ON bot_endpoints (bot_id) WHERE ladder;
-- Whether the server made the match by itself. Its result changes ratings.
ALTER TABLE bot_matches ADD COLUMN ladder boolean NOT NULL DEFAULT false;
CREATE INDEX bot_matches_of_ladder ON bot_matches (created_at) WHERE ladder;
