-- When a game of a pool began: the limit of a pair counts what began before, whatever becomes of it. Null for games of before.
ALTER TABLE rating_events ADD COLUMN began_at timestamptz;
ALTER TABLE unrated
    ADD COLUMN pool     text,
    ADD COLUMN began_at timestamptz,
    ADD COLUMN players  uuid[];
