-- When the newest access token of a login or a grant that a server has accepted was issued. A refresh token that is presented
-- again is accepted as long as nothing of the pair that replaced it was used.
ALTER TABLE sessions ADD COLUMN token_issued_at timestamptz;
