-- Organizers give entries seeds, which order them before anything is played. Null for those without one.
ALTER TABLE tournament_entries ADD COLUMN seed smallint;
