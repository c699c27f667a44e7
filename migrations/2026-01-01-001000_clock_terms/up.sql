-- The clock of a game, fixed when it is created: `none`, `live <initial_ms> <increment_ms>`, `correspondence <per_turn_ms>`.
ALTER TABLE games ADD COLUMN clock text NOT NULL DEFAULT 'none';
