-- Usernames are ASCII, so they are compared as such, whatever the locale of the database: in a Turkish one `lower('IVY')` is not
-- 'ivy', and two players could have the name. The index of the next migration would fail there without saying what to do.
DO $$
DECLARE names text;
BEGIN
    SELECT string_agg(username, ' and ') INTO names FROM players
        WHERE username IS NOT NULL GROUP BY lower(username COLLATE "C") HAVING count(*) > 1 LIMIT 1;
    IF names IS NOT NULL THEN
        RAISE EXCEPTION 'the usernames % differ only in case: give one of the players another name (UPDATE players SET username = ''...'' WHERE username = ''...''), then migrate again', names;
    END IF;
END $$;
