-- The secret before the old one, which signs until its time is over even if there was another rotation.
ALTER TABLE webhooks
    ADD COLUMN older_secret bytea CHECK (octet_length(older_secret) = 32),
    ADD COLUMN older_until  timestamptz;
