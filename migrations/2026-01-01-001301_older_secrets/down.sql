ALTER TABLE webhooks DROP COLUMN older_secret, DROP COLUMN older_until;
