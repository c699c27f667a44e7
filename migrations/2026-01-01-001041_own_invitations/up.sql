-- The invitations of a player, for the stream of what waits for them.
CREATE INDEX IF NOT EXISTS invitations_player ON invitations (player_id, invited_at);
