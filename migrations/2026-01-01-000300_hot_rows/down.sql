ALTER TABLE game_log
    ALTER COLUMN seq TYPE integer,
    ALTER COLUMN by TYPE text,
    ALTER COLUMN kind TYPE text;
ALTER TABLE game_log
    ADD CHECK (seq >= 1),
    ADD CHECK (by IN ('player', 'engine', 'clock')),
    ADD CHECK (kind IN ('started', 'action', 'resigned', 'timed_out', 'finished', 'aborted')),
    ADD CHECK ((kind = 'action') = (action IS NOT NULL));

ALTER TABLE games
    ALTER COLUMN seats TYPE smallint,
    ALTER COLUMN visibility TYPE text,
    ALTER COLUMN seating TYPE text,
    ALTER COLUMN status TYPE text,
    ALTER COLUMN version TYPE integer,
    ALTER COLUMN commitment TYPE bytea;
ALTER TABLE games
    ADD CHECK (seats BETWEEN 2 AND 4),
    ADD CHECK (visibility IN ('public', 'unlisted', 'private')),
    ADD CHECK (seating IN ('random', 'join_order')),
    ADD CHECK (status IN ('waiting', 'active', 'finished', 'aborted', 'frozen')),
    ADD CHECK (version >= 0),
    ADD CHECK (octet_length(commitment) = 32),
    ADD CONSTRAINT games_check
        CHECK (status NOT IN ('active', 'finished', 'frozen') OR snapshot IS NOT NULL);

DROP DOMAIN entry_kind, entry_author, game_status, log_position, sha256_digest, game_seating, game_visibility, seat_count;
