-- How much later those without a seat see a game, fixed when it is created. With `spectator_turns`, they do not see that
-- many turns; `spectator_ms` is how late they see each entry, or with turns, how late they see the end. 0 is no delay.
ALTER TABLE games
    ADD COLUMN spectator_turns smallint NOT NULL DEFAULT 0 CHECK (spectator_turns >= 0),
    ADD COLUMN spectator_ms    bigint   NOT NULL DEFAULT 0 CHECK (spectator_ms >= 0);
-- Games with a delay whose end may not be public yet. The logs of games that ended long ago are folded.
CREATE INDEX games_delayed_ends ON games (id)
    WHERE spectator_ms > 0 AND visibility = 'public' AND status IN ('finished', 'aborted') AND NOT folded;
