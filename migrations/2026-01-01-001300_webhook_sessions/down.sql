ALTER TABLE webhooks DROP COLUMN session_id;
