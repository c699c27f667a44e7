DELETE FROM sessions WHERE kind <> 'login';
ALTER TABLE sessions
    DROP COLUMN kind, DROP COLUMN scopes, DROP COLUMN label, DROP COLUMN token_digest, DROP COLUMN expires_at,
    DROP COLUMN last_used_at;
