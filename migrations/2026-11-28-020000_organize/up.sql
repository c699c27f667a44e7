-- Whether a session, or the code from which one is made, has the scope `organize`. It stands beside the
-- other scopes, because servers of 0.1.0 refuse a word that they do not know. It is null where 0.1.0 wrote
-- the row, which has the scope then if `tournaments` is among its scopes and it is not of an app.

ALTER TABLE sessions ADD COLUMN organize boolean;
ALTER TABLE oauth_codes ADD COLUMN organize boolean;
ALTER TABLE device_codes ADD COLUMN organize boolean;
