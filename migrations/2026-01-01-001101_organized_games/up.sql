-- Whether the creator organizes the game for others, with the right to end it if it stalls. A turn changes no index here.
ALTER TABLE games ADD COLUMN organized boolean NOT NULL DEFAULT false;
CREATE INDEX games_organizer ON games (creator_id, id) WHERE organized;
CREATE INDEX games_public_label ON games (label, id) WHERE visibility = 'public' AND label IS NOT NULL;
