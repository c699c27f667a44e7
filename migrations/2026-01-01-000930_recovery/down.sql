DROP INDEX sessions_ended;
DROP INDEX players_email;
DROP TABLE password_resets;
