-- Stores a change of a game and its log entries, if the game has the version that the change was made for and,
-- if a position or a stamp is given, still has it, and if none of the proofs, which are ids of sessions and players,
-- has ended before the game was locked. Returns whether it is stored. The time is that of the caller, because the
-- clocks of workers differ.
CREATE OR REPLACE FUNCTION store_turn(
    game uuid, from_version integer, to_version integer, position_before bytea, position_after bytea,
    status_after text, reason_after text, ranks_after smallint[], moment timestamptz,
    seqs integer[], seats smallint[], authors text[], kinds text[], actions text[],
    writer_before xid, changed_before timestamptz, proofs uuid[]
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM games g WHERE g.id = game FOR UPDATE;
    IF EXISTS (SELECT FROM ended_ids e WHERE e.id = ANY (proofs)) THEN
        RETURN false;
    END IF;
    UPDATE games g SET version = to_version, snapshot = position_after, status = status_after, reason = reason_after,
        ranks = ranks_after, abort_agreed = '{}', updated_at = moment
    WHERE g.id = game AND g.status IN ('waiting', 'active') AND g.version = from_version
        AND (position_before IS NULL OR g.snapshot = position_before)
        AND (changed_before IS NULL OR (g.xmin = writer_before AND g.updated_at = changed_before));
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    IF status_after IN ('finished', 'aborted') THEN
        UPDATE game_seats s SET over = true WHERE s.game_id = game;
    END IF;
    FOR entry IN 1 .. cardinality(seqs) LOOP
        INSERT INTO game_log (game_id, seq, seat, by, kind, action, at)
        VALUES (game, seqs[entry], seats[entry], authors[entry], kinds[entry], actions[entry], moment);
    END LOOP;
    RETURN true;
END
$$;
