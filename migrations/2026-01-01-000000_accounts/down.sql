DROP TABLE server_secrets;
DROP TABLE refresh_tokens;
DROP TABLE sessions;
DROP TABLE players;
