DROP INDEX games_public_label;
DROP INDEX games_organizer;
ALTER TABLE games DROP COLUMN organized;
