-- Usernames without regard to case, in the order of bytes. The indexes `players_username` and `players_names` are those of the last
-- release. If the statement is interrupted, PostgreSQL keeps an index that is not valid: drop it and migrate again.
CREATE UNIQUE INDEX CONCURRENTLY players_ascii_name ON players (lower(username COLLATE "C"));
