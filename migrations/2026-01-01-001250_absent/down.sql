ALTER TABLE tournament_rounds DROP COLUMN absent;
