-- Players who cannot join a club or apply: banned by a manager, or removed or declined a short while ago.
CREATE TABLE club_bans (
    club_id   uuid        NOT NULL REFERENCES clubs ON DELETE CASCADE,
    player_id uuid        NOT NULL REFERENCES players,
    since     timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- When it ends by itself; null until a manager lifts it.
    ends_at   timestamptz,
    PRIMARY KEY (club_id, player_id)
);
CREATE INDEX club_bans_player ON club_bans (player_id);
