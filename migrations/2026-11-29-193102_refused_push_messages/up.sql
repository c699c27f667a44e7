-- How many messages the push service has refused since it last accepted one.
ALTER TABLE push_subscriptions ADD COLUMN refusals integer NOT NULL DEFAULT 0;
