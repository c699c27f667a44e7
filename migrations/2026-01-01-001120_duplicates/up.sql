-- Duplicate tournaments: all tables of a round with the same number of seats play one deal.
ALTER TABLE tournaments ADD COLUMN duplicate boolean NOT NULL DEFAULT false;

-- A deal that several games share. Its secret is in `game_secrets` of each game. It has no key to `games`: they may be on other
-- shards.
CREATE TABLE shared_deals (
    id            uuid          PRIMARY KEY,
    tournament_id uuid          NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    round         smallint      NOT NULL,
    seats         seat_count    NOT NULL,
    commitment    sha256_digest NOT NULL,
    -- A digest of what the players at the tables have contributed, and from what it follows: the entries and their entropies.
    beacon        bytea         NOT NULL CHECK (octet_length(beacon) = 32),
    entries       integer[]     NOT NULL,
    entropies     bytea[]       NOT NULL,
    games         uuid[]        NOT NULL DEFAULT '{}',
    -- The games that are not over. Each end of a game locks this row, so exactly one of them is the last.
    running       uuid[]        NOT NULL DEFAULT '{}',
    revealed_at   timestamptz,
    UNIQUE (tournament_id, round, seats)
);

-- The deals whose games lists leave out.
CREATE INDEX shared_deals_hidden ON shared_deals (id) WHERE revealed_at IS NULL;

-- The deal that a game shares with others. Until the deal is revealed, only its seats see the game.
ALTER TABLE games ADD COLUMN shared_deal uuid;
