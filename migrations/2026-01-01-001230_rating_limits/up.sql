-- Whether a game is rated depends on the last day of its players in the pool.
ALTER TABLE rating_events
    -- Whether the player left the game after fewer own turns than count as playing it.
    ADD COLUMN left_early boolean NOT NULL DEFAULT false;
CREATE INDEX rating_events_recent ON rating_events (player_id, pool, finished_at);

-- Games that were to be rated, were played to their end, and changed no rating: why. Their rows in games stay as they are.
CREATE TABLE unrated (
    game_id uuid PRIMARY KEY,
    reason  text NOT NULL
);

-- Who may play: human, bot or any. Null is human in a rated tournament, otherwise any.
ALTER TABLE tournaments ADD COLUMN players text CHECK (players IN ('human', 'bot', 'any'));

-- The audit is public. What organizers wrote before this was for organizers.
ALTER TABLE tournament_events ADD COLUMN note_public boolean NOT NULL DEFAULT false;
ALTER TABLE tournament_events ALTER COLUMN note_public SET DEFAULT true;
