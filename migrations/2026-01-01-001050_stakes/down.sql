ALTER TABLE games DROP COLUMN rated, DROP COLUMN tournament_id, DROP COLUMN label;
