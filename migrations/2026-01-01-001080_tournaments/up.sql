-- Tournaments. They are found by their own ids, so no table here has a key to `games`: a game may be on another shard.
CREATE TABLE tournaments (
    id                     uuid            PRIMARY KEY,
    name                   text            NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
    status                 text            NOT NULL
                                           CHECK (status IN ('draft', 'registration', 'running', 'finished', 'cancelled')),
    visibility             game_visibility NOT NULL,
    creator_id             uuid            NOT NULL REFERENCES players,
    ruleset                text            NOT NULL,
    options                text            NOT NULL,
    clock                  text            NOT NULL,
    format                 text            NOT NULL
                                           CHECK (format IN ('swiss', 'round_robin', 'heats', 'single_elimination')),
    seats                  smallint        NOT NULL CHECK (seats BETWEEN 2 AND 4),
    -- Of a Swiss event all rounds, of heats the rounds before the cut; null where the format decides.
    rounds                 smallint,
    cut                    smallint,
    best_of                smallint        NOT NULL,
    odd                    text            NOT NULL CHECK (odd IN ('bye', 'three')),
    -- For two, three and four seats, then for a bye: 4 0|4 2 0|4 2 1 0|4.
    points                 text            NOT NULL,
    tie_breaks             text[]          NOT NULL,
    rated                  boolean         NOT NULL,
    entries_max            integer         NOT NULL,
    rating_min             integer,
    rating_max             integer,
    registration_closes_at timestamptz,
    late_entries           boolean         NOT NULL,
    -- 0 without a ready check.
    ready_check_ms         bigint          NOT NULL,
    next_round             text            NOT NULL CHECK (next_round IN ('call', 'automatic')),
    -- Pairs of entries that must not meet: the first and second number, the third and fourth, and so on.
    forbidden              integer[]       NOT NULL DEFAULT '{}',
    commitment             bytea           NOT NULL CHECK (octet_length(commitment) = 32),
    created_at             timestamptz     NOT NULL DEFAULT clock_timestamp(),
    started_at             timestamptz,
    ended_at               timestamptz
);
CREATE INDEX tournaments_public ON tournaments (id) WHERE visibility = 'public' AND status <> 'draft';
CREATE INDEX tournaments_creator ON tournaments (creator_id, id);

-- What nobody may know before the tournament is over.
CREATE TABLE tournament_secrets (
    tournament_id uuid  PRIMARY KEY REFERENCES tournaments ON DELETE CASCADE,
    seed          bytea NOT NULL CHECK (octet_length(seed) = 32)
);

-- Organizers besides the creator, and players who may enter a private tournament.
CREATE TABLE tournament_members (
    tournament_id uuid NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    player_id     uuid NOT NULL REFERENCES players,
    role          text NOT NULL CHECK (role IN ('organizer', 'invited')),
    PRIMARY KEY (tournament_id, player_id, role)
);
CREATE INDEX tournament_members_player ON tournament_members (player_id, tournament_id);

CREATE TABLE tournament_entries (
    tournament_id uuid        NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    number        integer     NOT NULL CHECK (number > 0),
    player_id     uuid        NOT NULL REFERENCES players,
    status        text        NOT NULL CHECK (status IN ('active', 'paused', 'dropped', 'removed')),
    -- The shown rating when the player entered.
    rating        integer     NOT NULL,
    -- What the player contributes to the deals of the games.
    entropy       bytea       CHECK (octet_length(entropy) <= 64),
    entered_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (tournament_id, number),
    UNIQUE (tournament_id, player_id)
);
CREATE INDEX tournament_entries_player ON tournament_entries (player_id, tournament_id);

CREATE TABLE tournament_rounds (
    tournament_id uuid        NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    number        smallint    NOT NULL CHECK (number > 0),
    stage         text        NOT NULL CHECK (stage IN ('swiss', 'round_robin', 'heats', 'knock_out')),
    status        text        NOT NULL CHECK (status IN ('paired', 'open', 'closed')),
    -- The entries that took part when the round was paired.
    entrants      integer[]   NOT NULL,
    byes          integer[]   NOT NULL,
    no_shows      integer[]   NOT NULL DEFAULT '{}',
    forbidden     integer[]   NOT NULL,
    -- Who is ready, while the round is paired.
    ready         integer[]   NOT NULL DEFAULT '{}',
    ready_until   timestamptz,
    paired_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    opened_at     timestamptz,
    closed_at     timestamptz,
    PRIMARY KEY (tournament_id, number)
);
CREATE INDEX tournament_rounds_unfinished ON tournament_rounds (tournament_id) WHERE status <> 'closed';

CREATE TABLE tournament_tables (
    tournament_id uuid        NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    number        integer     NOT NULL CHECK (number > 0),
    round         smallint    NOT NULL,
    -- Games between the same entries of a knock-out round share the number of their match.
    match_number  smallint    NOT NULL,
    status        text        NOT NULL CHECK (status IN ('waiting', 'playing', 'done', 'void')),
    -- Numbers of entries, seat 0 first.
    seats         integer[]   NOT NULL,
    -- Those of the pairing, before somebody was missing or replaced.
    paired        integer[]   NOT NULL,
    manual        boolean     NOT NULL,
    -- Forbidden pairs, repeats, their squares, squared differences of points, repeated floats, seats.
    cost          bigint[]    NOT NULL,
    game_id       uuid,
    -- The result by seat: places, prestige, bought cards, tokens. Null while there is none.
    places        smallint[],
    prestige      smallint[],
    cards         smallint[],
    tokens        smallint[],
    decided_by    text        CHECK (decided_by IN ('game', 'arbiter')),
    ended_at      timestamptz,
    PRIMARY KEY (tournament_id, number)
);
CREATE INDEX tournament_tables_round ON tournament_tables (tournament_id, round, number);

CREATE TABLE tournament_adjustments (
    tournament_id uuid        NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    number        integer     NOT NULL,
    entry         integer     NOT NULL,
    -- It counts from this round on.
    round         smallint    NOT NULL,
    points        integer     NOT NULL,
    reason        text        NOT NULL,
    PRIMARY KEY (tournament_id, number)
);

-- Everything that happens in a tournament, in the order of ids; organizers read it as the audit.
CREATE TABLE tournament_events (
    id            uuid        PRIMARY KEY,
    tournament_id uuid        NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    kind          text        NOT NULL,
    -- Who did it; null for the server.
    player_id     uuid        REFERENCES players,
    round         smallint,
    table_number  integer,
    entry         integer,
    note          text,
    at            timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX tournament_events_tournament ON tournament_events (tournament_id, id);
