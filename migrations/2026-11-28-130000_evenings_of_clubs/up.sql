-- The table over the board whose result was rated; null for a game of the server.
ALTER TABLE rating_events
    ADD COLUMN tournament_id uuid,
    ADD COLUMN table_number  integer;

-- How long a player must be a member of the club, and have an account, before their games in the ladder are rated.
ALTER TABLE club_ladders
    ADD COLUMN member_days_min  smallint NOT NULL DEFAULT 0 CHECK (member_days_min BETWEEN 0 AND 3650),
    ADD COLUMN account_days_min smallint NOT NULL DEFAULT 0 CHECK (account_days_min BETWEEN 0 AND 3650);
