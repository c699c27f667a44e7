-- Series of games between bots. All deals of a series follow from its secret, to which the server commits when the series is
-- created, and which it reveals when the series is over.
CREATE TABLE bot_matches (
    id         uuid            PRIMARY KEY,
    creator_id uuid            NOT NULL REFERENCES players,
    ruleset    text            NOT NULL,
    options    text            NOT NULL,
    seats      seat_count      NOT NULL,
    visibility game_visibility NOT NULL,
    clock      text            NOT NULL,
    games      integer         NOT NULL CHECK (games BETWEEN 1 AND 1000),
    -- The maximum number of games that are played at the same time.
    at_once    smallint        NOT NULL CHECK (at_once BETWEEN 1 AND 16),
    status     text            NOT NULL CHECK (status IN ('waiting', 'playing', 'finished', 'stopped')),
    -- Why it was stopped; set a moment before its games end.
    reason     text            CHECK (reason IN ('cancelled', 'expired', 'bot_erased', 'blocked')),
    secret     bytea           NOT NULL CHECK (octet_length(secret) = 32),
    commitment sha256_digest   NOT NULL,
    created_at timestamptz     NOT NULL DEFAULT now(),
    started_at timestamptz,
    ended_at   timestamptz,
    CHECK ((status IN ('finished', 'stopped')) = (ended_at IS NOT NULL)),
    CHECK (status <> 'stopped' OR reason IS NOT NULL)
);
-- Those that a server looks after.
CREATE INDEX bot_matches_unfinished ON bot_matches (id) WHERE ended_at IS NULL;
CREATE INDEX bot_matches_of_creator ON bot_matches (creator_id, id);

-- The bots of a series, each with its place: in the first game of every deal it has the seat with this number.
CREATE TABLE bot_match_bots (
    match_id    uuid     NOT NULL REFERENCES bot_matches ON DELETE CASCADE,
    place       smallint NOT NULL CHECK (place BETWEEN 0 AND 3),
    player_id   uuid     NOT NULL REFERENCES players,
    -- How strong a built-in opponent plays, in percent; null for all others.
    strength    smallint,
    accepted_at timestamptz,
    PRIMARY KEY (match_id, place)
);
CREATE INDEX bot_match_bots_of_player ON bot_match_bots (player_id, match_id);

-- The games of a series that have started.
CREATE TABLE bot_match_games (
    match_id uuid        NOT NULL REFERENCES bot_matches ON DELETE CASCADE,
    number   integer     NOT NULL CHECK (number > 0),
    game_id  uuid        NOT NULL,
    -- The ranks of the seats in order; null while the game is played, and if it ended without a result.
    ranks    smallint[],
    ended_at timestamptz,
    PRIMARY KEY (match_id, number)
);
CREATE INDEX bot_match_games_running ON bot_match_games (match_id) WHERE ended_at IS NULL;

-- The deals of a series are hidden like that of a round of a duplicate tournament. They have one row together, which has the id of
-- the series.
ALTER TABLE shared_deals ALTER COLUMN tournament_id DROP NOT NULL;
