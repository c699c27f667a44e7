ALTER TABLE tournament_entries DROP COLUMN removed_in;
