-- Analyses of games that are over: one for each game, for everybody who may see it. A server works on one while it holds a claim,
-- which it renews; after that another server begins again. There is no foreign key to `games`, because games may be distributed
-- over shards and this queue is not.
CREATE TABLE game_analyses (
    game_id uuid PRIMARY KEY,
    requested_by uuid NOT NULL REFERENCES players (id),
    requested_at timestamptz NOT NULL DEFAULT now(),
    status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'finished', 'failed')),
    claimed_until timestamptz,
    -- How often a server has begun: the number of the claim, too.
    attempts smallint NOT NULL DEFAULT 0,
    done integer NOT NULL DEFAULT 0,
    total integer NOT NULL DEFAULT 0,
    -- The text of the analysis (`src/analysis/text.rs`).
    result text,
    CHECK ((status = 'finished') = (result IS NOT NULL))
);
-- The queue.
CREATE INDEX game_analyses_open ON game_analyses (requested_at, game_id) WHERE status IN ('queued', 'running');
-- The limits of an account.
CREATE INDEX game_analyses_requested_by ON game_analyses (requested_by, requested_at);
