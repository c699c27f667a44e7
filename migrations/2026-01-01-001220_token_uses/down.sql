ALTER TABLE sessions DROP COLUMN token_issued_at;
