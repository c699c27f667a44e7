DROP INDEX games_delayed_ends;
ALTER TABLE games DROP COLUMN spectator_turns, DROP COLUMN spectator_ms;
