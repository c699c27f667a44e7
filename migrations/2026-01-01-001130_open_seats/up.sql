-- The seats of a game are marked when it is over. What is asked about a player's games that are not over (lists of them, their
-- feed, the limits of an account) reads the seats that are not marked: as many as the player has open games, however many they
-- have played today. The seats whose logs are not folded are read only for ends that may still be hidden.
-- Most games are over. The first default marks their seats without writing a row.
ALTER TABLE game_seats ADD COLUMN over boolean NOT NULL DEFAULT true;
UPDATE game_seats s SET over = false FROM games g
    WHERE g.id = s.game_id AND g.status IN ('waiting', 'active', 'frozen');
ALTER TABLE game_seats ALTER COLUMN over SET DEFAULT false;
CREATE INDEX game_seats_open ON game_seats (player_id, game_id) WHERE NOT over;
