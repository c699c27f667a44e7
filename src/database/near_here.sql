-- Makes the functions of near.sql anew under names that end in `_here`, on the node that executes this: their statements
-- name the node's own shards of the games, so that PostgreSQL alone plans them, once for each connection. They answer for
-- games of these shards, as long as the node has them; otherwise they do nothing, and return a row of nulls: then the
-- caller takes the functions of near.sql. A node without a shard, and the coordinator, have functions that always return
-- that row. Citus gives those of the coordinator to every node, also to one that is added later.
--
-- A turn holds the metadata of its shard, as every write of Citus does, before it looks whether the node still has the
-- shard: so a move of the shard waits for the turn, or the turn sees that the shard has gone. Whoever reads does not wait.
DO $install$
DECLARE
    own record;
    near record;
    part record;
    body text;
    shards text;
BEGIN
    IF (SELECT groupid FROM pg_dist_local_group) <> 0 THEN
        -- Citus lets only the coordinator make functions for all nodes.
        SET LOCAL citus.enable_ddl_propagation = off;
        -- Only the owner of a table may lock its metadata. 5 is the share lock. A shard that was split has none: an error.
        CREATE OR REPLACE FUNCTION hold_shard(shard bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS
            'BEGIN PERFORM pg_catalog.lock_shard_metadata(5, ARRAY[shard]); EXCEPTION WHEN internal_error THEN END';
    END IF;
    FOR near IN
        SELECT proname AS name, prosrc AS body, pg_get_function_arguments(oid) AS arguments,
            pg_get_function_result(oid) AS result
        FROM pg_proc
        WHERE proname IN ('play_turn', 'recognize_game') AND pronamespace = current_schema()::regnamespace
    LOOP
        shards := '';
        FOR own IN
            SELECT s.shardid, s.shardminvalue AS hash_min, s.shardmaxvalue AS hash_max
            FROM pg_dist_shard s JOIN pg_dist_placement USING (shardid) JOIN pg_dist_local_group USING (groupid)
            WHERE groupid <> 0 AND s.logicalrelid = 'games'::regclass ORDER BY s.shardid
        LOOP
            body := near.body;
            -- Reference tables have no hashes.
            FOR part IN
                SELECT s.logicalrelid::regclass::text AS name, shard_name(s.logicalrelid, s.shardid) AS here
                FROM pg_dist_shard s JOIN pg_dist_placement USING (shardid) JOIN pg_dist_local_group USING (groupid)
                WHERE s.shardminvalue = own.hash_min OR s.shardminvalue IS NULL
            LOOP
                body := regexp_replace(body, '\m' || part.name || '\M', part.here, 'g');
            END LOOP;
            shards := shards || format(
                'IF uuid_hash(game) BETWEEN %s AND %s THEN %s IF EXISTS (SELECT FROM pg_dist_placement '
                'JOIN pg_dist_local_group USING (groupid) WHERE shardid = %s) THEN %s; RETURN; END IF; END IF; ',
                own.hash_min, own.hash_max,
                CASE near.name WHEN 'play_turn' THEN format('PERFORM hold_shard(%s);', own.shardid) END,
                own.shardid, body
            );
        END LOOP;
        EXECUTE format(
            'CREATE OR REPLACE FUNCTION %s_here(%s) RETURNS %s LANGUAGE plpgsql AS %L',
            near.name, near.arguments, near.result, 'BEGIN ' || shards || 'RETURN NEXT; END'
        );
    END LOOP;
END
$install$
