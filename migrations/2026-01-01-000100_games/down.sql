DROP TABLE invitations;
DROP TABLE game_log;
DROP TABLE game_contributions;
DROP TABLE game_secrets;
DROP TABLE game_seats;
DROP TABLE games;
