-- What the slots for messages are shared by: the host in the address, and whether the last attempt was slow. The host is as it is
-- written in the address, without the port; other spellings of one host are found by the address that they resolve to.
ALTER TABLE webhooks
    ADD COLUMN host text NOT NULL GENERATED ALWAYS AS (
        coalesce(lower(substring(url COLLATE "C" FROM '^[^:]*:/*(\[[^\]]*\]|[^:/?#]*)')), '')
    ) STORED,
    ADD COLUMN slow boolean NOT NULL DEFAULT false;
