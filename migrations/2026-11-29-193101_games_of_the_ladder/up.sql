-- Whether the game belongs to the ladder of bots: its result changes ratings, although it is not a rated game between people.
ALTER TABLE games ADD COLUMN ladder boolean NOT NULL DEFAULT false;
