-- Whether a player has kept the rating before a game, which would have risen too far in a day.
ALTER TABLE rating_events ADD COLUMN capped boolean NOT NULL DEFAULT false;
