-- Which games began as rated ones, and who sat there: the limit of a pair counts them, whatever becomes of them.
CREATE TABLE rated_starts (
    game_id   uuid        NOT NULL,
    player_id uuid        NOT NULL,
    -- As the pool of people, whoever they are, except for the ladder of bots.
    pool      text        NOT NULL,
    began_at  timestamptz NOT NULL,
    PRIMARY KEY (game_id, player_id)
);
CREATE INDEX rated_starts_player ON rated_starts (player_id, pool, began_at);
