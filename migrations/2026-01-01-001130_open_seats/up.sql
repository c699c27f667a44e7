-- The seats of a game are marked when it is over. What is asked about a player's games that are not over (lists of them, their
-- feed, the limits of an account) reads the seats that are not marked: as many as the player has open games, however many they
-- have played today. The seats whose logs are not folded are read only for ends that may still be hidden.
ALTER TABLE game_seats ADD COLUMN over boolean NOT NULL DEFAULT false;
UPDATE game_seats s SET over = true FROM games g WHERE g.id = s.game_id AND g.status IN ('finished', 'aborted');
CREATE INDEX game_seats_open ON game_seats (player_id, game_id) WHERE NOT over;
