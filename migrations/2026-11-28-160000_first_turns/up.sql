-- What each seat gets in addition when its first turn ends; empty where a game gives all time at once.
ALTER TABLE game_clocks ADD COLUMN withheld_ms bigint[] NOT NULL DEFAULT '{}';
