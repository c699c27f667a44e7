-- What depends on the result of a game, fixed when it is created: ratings, and a tournament. No index holds these columns here,
-- and a turn changes none of them. There is no key to the tournament: a game may be on another shard.
ALTER TABLE games
    ADD COLUMN rated         boolean NOT NULL DEFAULT false,
    ADD COLUMN tournament_id uuid,
    -- A name that its creator gives it.
    ADD COLUMN label         text;
