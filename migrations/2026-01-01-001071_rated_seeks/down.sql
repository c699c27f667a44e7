DROP INDEX seeks_rated, seeks_meetings, seeks_terms;
ALTER TABLE seeks DROP COLUMN paired_at, DROP COLUMN rating_max, DROP COLUMN rating_min, DROP COLUMN rated;
CREATE INDEX seeks_terms ON seeks (ruleset, options, seats, clock, created_at, id) WHERE status = 'open';
