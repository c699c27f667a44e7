-- The API token or the grant of an app that has set the endpoint, which ends with it. Null if the owner of the account has set it
-- with a login, and for endpoints from before this column.
ALTER TABLE bot_endpoints ADD COLUMN made_by uuid;
