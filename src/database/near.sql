-- What a server asks the worker of a game. A worker knows of sessions and players only which have ended: `proofs` are
-- the ids of the session, and of the players whose names the server shows, which the coordinator has known before.

-- Stores a turn after which the game goes on, with its log entries, and returns the time of the change and the
-- transaction that made it. Nothing is stored, and no row returned, if the game is not the one by which the turn was
-- judged. Nothing is stored either if one of the proofs has ended, also while the statement waited for the lock of the
-- game: that is an error, because only an error takes back what is written. A worker decides by its own clock; the time
-- of a game never goes back.
CREATE OR REPLACE FUNCTION play_turn(
    game uuid, from_version integer, to_version integer, position_before bytea, position_after bytea,
    writer_before xid, changed_before timestamptz, proofs uuid[],
    seqs integer[], seats smallint[], authors text[], kinds text[], actions text[]
) RETURNS TABLE (stored_at timestamptz, stored_by xid) LANGUAGE plpgsql AS $$
BEGIN
    stored_at := now();
    UPDATE games g SET version = to_version, snapshot = position_after, abort_agreed = '{}',
        updated_at = greatest(stored_at, g.updated_at)
    WHERE g.id = game AND g.status = 'active' AND g.version = from_version
        AND (position_before IS NULL OR g.snapshot = position_before)
        AND (changed_before IS NULL OR (g.xmin = writer_before AND g.updated_at = changed_before))
    RETURNING g.updated_at INTO stored_at;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    FOR entry IN 1 .. cardinality(seqs) LOOP
        INSERT INTO game_log (game_id, seq, seat, by, kind, action, at)
        VALUES (game, seqs[entry], seats[entry], authors[entry], kinds[entry], actions[entry], stored_at);
    END LOOP;
    IF EXISTS (SELECT FROM ended_ids e WHERE e.id = ANY (proofs)) THEN
        RAISE serialization_failure USING MESSAGE = 'a session or an account has ended';
    END IF;
    stored_by := pg_current_xact_id()::xid;
    RETURN NEXT;
END
$$;

-- Returns what identifies the stored state of a game: who has changed it last and when, and who its clocks. No row if
-- there is no such game, or if one of the proofs has ended.
CREATE OR REPLACE FUNCTION recognize_game(game uuid, has_clocks boolean, proofs uuid[])
RETURNS TABLE (changed_by xid, changed_at timestamptz, clocks_by xid) LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM ended_ids e WHERE e.id = ANY (proofs)) THEN
        RETURN;
    END IF;
    SELECT g.xmin, g.updated_at INTO changed_by, changed_at FROM games g WHERE g.id = game;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    IF has_clocks THEN
        SELECT c.xmin INTO clocks_by FROM game_clocks c WHERE c.game_id = game;
    END IF;
    RETURN NEXT;
END
$$;
