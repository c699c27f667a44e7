-- The name that a player wants to be shown beside the username, and the number of the chosen picture.
ALTER TABLE players
    ADD COLUMN display_name text,
    ADD COLUMN avatar smallint NOT NULL DEFAULT 0,
    -- When the display name last changed, also to none; servers learn names by it.
    ADD COLUMN named_at timestamptz;

-- How many games of a kind a player has finished, and won.
CREATE TABLE player_totals (
    player_id uuid     NOT NULL REFERENCES players,
    ruleset   text     NOT NULL,
    seats     smallint NOT NULL,
    games     bigint   NOT NULL,
    wins      bigint   NOT NULL,
    PRIMARY KEY (player_id, ruleset, seats)
);

-- What is not yet added to them. The end of a game only adds rows here: so games that end at the same time never wait for each other.
CREATE TABLE finished_seats (
    id        bigint   PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    player_id uuid     NOT NULL REFERENCES players,
    ruleset   text     NOT NULL,
    seats     smallint NOT NULL,
    won       boolean  NOT NULL
);
CREATE INDEX finished_seats_player ON finished_seats (player_id);
