-- The board of the table in a match of two teams, from 1; 0 where everybody plays alone.
ALTER TABLE tournament_tables ADD COLUMN board smallint NOT NULL DEFAULT 0;
-- The numbers of the entries of a team in the order of boards; those that are not in it follow by number.
ALTER TABLE tournament_teams ADD COLUMN boards integer[] NOT NULL DEFAULT '{}';
