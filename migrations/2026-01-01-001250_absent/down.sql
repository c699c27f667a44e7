DROP INDEX tournaments_entering;
ALTER TABLE tournament_rounds DROP COLUMN absent;
