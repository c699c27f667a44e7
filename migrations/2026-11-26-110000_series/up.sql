-- Series: several events in one table. A league is a series whose events are those of groups.
CREATE TABLE series (
    id           uuid        PRIMARY KEY,
    -- Who has made it. It is theirs unless it belongs to a club.
    owner_id     uuid        NOT NULL REFERENCES players,
    club_id      uuid        REFERENCES clubs,
    name         text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
    -- What its organizers tell about it, in paragraphs.
    description  text[]      NOT NULL DEFAULT '{}',
    -- Whether everybody finds and sees it, or whoever knows the id. Its events have the same visibility.
    visibility   text        NOT NULL CHECK (visibility IN ('public', 'unlisted')),
    -- The points of the places, the first place first; null if the points of the events are added.
    place_points integer[]   CHECK (cardinality(place_points) BETWEEN 1 AND 100),
    -- How many results of everybody count; null for all.
    best_of      smallint    CHECK (best_of >= 1),
    -- The groups of a league, from the top; empty for other series.
    group_names  text[]      NOT NULL DEFAULT '{}',
    group_sizes  smallint[]  NOT NULL DEFAULT '{}',
    -- How many go up and down at each border between groups.
    promoted     smallint    NOT NULL CHECK (promoted >= 0),
    -- The number of the last season; 0 before the first.
    season       smallint    NOT NULL DEFAULT 0 CHECK (season >= 0),
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    CHECK (cardinality(group_names) = cardinality(group_sizes))
);
CREATE INDEX series_owner ON series (owner_id, id);
CREATE INDEX series_club ON series (club_id, id) WHERE club_id IS NOT NULL;
CREATE INDEX series_public ON series (id) WHERE visibility = 'public';

-- The events of series. An event belongs to at most one.
CREATE TABLE series_events (
    tournament_id uuid        PRIMARY KEY REFERENCES tournaments,
    series_id     uuid        NOT NULL REFERENCES series ON DELETE CASCADE,
    -- The season and the group of an event of a league.
    season        smallint    CHECK (season >= 1),
    group_number  smallint    CHECK (group_number >= 1),
    -- Whether only players who are invited can enter: those who belong to the group.
    invited_only  boolean     NOT NULL DEFAULT false,
    added_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (series_id, season, group_number),
    CHECK ((season IS NULL) = (group_number IS NULL)),
    CHECK (season IS NOT NULL OR NOT invited_only)
);
CREATE INDEX series_events_series ON series_events (series_id, tournament_id);
