-- The audit of a club. If the statement is interrupted, PostgreSQL keeps an index that is not valid: drop it and migrate again.
CREATE INDEX CONCURRENTLY tournament_events_club ON tournament_events (club_id, id) WHERE club_id IS NOT NULL;
