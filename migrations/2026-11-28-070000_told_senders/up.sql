-- Nobody makes the server tell the same player the same kind of thing again and again.
ALTER TABLE alerts_told
    -- Who has challenged or invited the player; null for turns and tables.
    ADD COLUMN sender_id uuid,
    ADD COLUMN told_at   timestamptz NOT NULL DEFAULT now();
