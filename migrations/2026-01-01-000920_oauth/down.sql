DROP TABLE device_codes;
DROP TABLE oauth_codes;
ALTER TABLE sessions DROP COLUMN redirect_origin;
