-- The time zone of a player's clock, such as `Europe/Berlin`; null where the player has named none: then `utc_offset` counts.
ALTER TABLE alerts ADD COLUMN time_zone text;
