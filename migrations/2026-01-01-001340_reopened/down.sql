ALTER TABLE tournaments DROP COLUMN seed_revealed;
