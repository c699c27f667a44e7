DROP INDEX IF EXISTS invitations_player;
