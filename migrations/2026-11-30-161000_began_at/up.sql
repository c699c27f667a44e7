-- When a game of a pool for three and four seats began: those that begin later do not count for its limit of a pair. Null for duels, and for
-- games that were rated before.
ALTER TABLE rating_events ADD COLUMN began_at timestamptz;
