-- Whether the seed was revealed by an end that an organizer has taken back. Then it stays public.
ALTER TABLE tournaments ADD COLUMN seed_revealed boolean NOT NULL DEFAULT false;
