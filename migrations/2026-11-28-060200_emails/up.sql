-- E-mail addresses, of which only ASCII letters are compared without regard to case. The index `players_email` is that of the last
-- release. If the statement is interrupted, PostgreSQL keeps an index that is not valid: drop it and migrate again.
CREATE INDEX CONCURRENTLY players_ascii_email ON players (lower(email COLLATE "C"), id) WHERE email IS NOT NULL;
