-- Built-in opponents are players of the server: bots without an owner. A player sits in a game once, so there are four copies of
-- each, for games with several of a kind: `master`, `master-2`, `master-3`, `master-4`. The last two digits of their ids are the
-- numbers of the kind and of the copy; `model/built_in.rs` spells the same.
--
-- `apprentice`, `master` and the names of copies were not reserved before. An account that has one of them gets another name.
UPDATE players SET username = left(username, 11) || '-' || left(md5(id::text), 8)
    WHERE lower(username) ~ '^(random|greedy|apprentice|master)(-[2-4])?$';
INSERT INTO players (id, username, bot)
    SELECT ('00000000-0000-7000-8000-0000000001' || kind || copy)::uuid,
           name || CASE copy WHEN 1 THEN '' ELSE '-' || copy END, true
    FROM (VALUES (1, 'random'), (2, 'greedy'), (3, 'apprentice'), (4, 'master')) AS kinds (kind, name),
         generate_series(1, 4) AS copy;
-- The server plays as them in these sessions. They have no tokens, so nobody else can.
INSERT INTO sessions (id, player_id, label)
    SELECT ('00000000-0000-7000-8000-0000000002' || kind || copy)::uuid,
           ('00000000-0000-7000-8000-0000000001' || kind || copy)::uuid, 'built-in opponent'
    FROM generate_series(1, 4) AS kind, generate_series(1, 4) AS copy;
-- What lists of bots show: each kind once, with everything that games can have, and games without number.
INSERT INTO bots (player_id, rulesets, modules, seats, clocks, concurrent_games)
    SELECT ('00000000-0000-7000-8000-0000000001' || kind || '1')::uuid, ARRAY['splendor', 'kids'],
           ARRAY['orient', 'strongholds', 'trading_posts', 'cities', 'mysteries'], ARRAY[2, 3, 4]::smallint[],
           ARRAY['none', 'live', 'correspondence'], 2147483647
    FROM generate_series(1, 4) AS kind;

-- How strong a built-in opponent plays in this seat, in percent of what its kind can do; null for all other players.
ALTER TABLE game_seats ADD COLUMN strength smallint;
