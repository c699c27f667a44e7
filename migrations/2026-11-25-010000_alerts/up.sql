-- What waits for players is told to those who are not connected, through their webhooks. What waits is read from the games themselves,
-- so nothing is stored with a turn: a row here says when somebody is to be looked after next.
CREATE TABLE alerts (
    player_id       uuid        PRIMARY KEY REFERENCES players,
    -- Whether the player has anything through which they are told.
    listening       boolean     NOT NULL DEFAULT false,
    -- Servers learn from this who is new.
    listening_since timestamptz NOT NULL DEFAULT now(),
    -- When what waits for the player is to be read; null if nothing has changed since it was read.
    check_at        timestamptz,
    checked_at      timestamptz NOT NULL DEFAULT now(),
    -- The hours in which the player is told nothing, in minutes of the day, and their distance from UTC in minutes.
    quiet_from      smallint    CHECK (quiet_from BETWEEN 0 AND 1439),
    quiet_until     smallint    CHECK (quiet_until BETWEEN 0 AND 1439),
    utc_offset      smallint    CHECK (utc_offset BETWEEN -1440 AND 1440)
);
CREATE INDEX alerts_due ON alerts (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX alerts_new ON alerts (listening_since) WHERE listening;
CREATE INDEX alerts_idle ON alerts (checked_at) WHERE listening AND check_at IS NULL;

-- What a player was told already. A turn has its number, so each is told once.
CREATE TABLE alerts_told (
    player_id  uuid   NOT NULL REFERENCES players,
    event      text   NOT NULL,
    -- The game or the tournament.
    subject_id uuid   NOT NULL,
    -- The number of the turn in the game, of the table in the tournament, or 0.
    number     bigint NOT NULL,
    PRIMARY KEY (player_id, event, subject_id)
);

-- All games that a message about turns names.
ALTER TABLE webhook_deliveries ADD COLUMN games uuid[];
