-- The grant of an app or the API token that made a webhook, which ends with it; null if the owner made it with a login. No foreign
-- key, because a session that has ended may be deleted, and its webhook then stays ended. Webhooks from before belong to their owners.
ALTER TABLE webhooks ADD COLUMN session_id uuid;
