-- When a server last began with an analysis: of the accounts that wait, the one is next for which that is longest ago. And how many
-- of the beginnings do not count as attempts, because the server was stopped or lost its claim, and did not die.
ALTER TABLE game_analyses
    ADD COLUMN begun_at   timestamptz,
    ADD COLUMN given_back smallint NOT NULL DEFAULT 0;
CREATE INDEX game_analyses_begun ON game_analyses (requested_by, begun_at DESC) WHERE begun_at IS NOT NULL;
