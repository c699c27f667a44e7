-- The text that an administrator has taken down: its kind, its id, and perhaps its number there.
ALTER TABLE tournament_events ADD COLUMN target text;
