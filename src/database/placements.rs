//! Finds the node of a cluster that has a game, using the metadata of the cluster.
//!
//! It knows the hash by which Citus distributes ids. It opens no connection.

use std::fmt;

use diesel::QueryableByName;
use diesel::sql_types::{Integer, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use lapidary_model::game::GameId;

/// The address of a worker, as the nodes of the cluster use it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct WorkerAddress {
    pub host: String,
    pub port: u16,
}

impl fmt::Display for WorkerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

/// Reads from the coordinator which workers the cluster has, also those without a shard of the games.
pub(super) async fn workers(coordinator: &mut AsyncPgConnection) -> diesel::QueryResult<Vec<WorkerAddress>> {
    #[derive(QueryableByName)]
    struct WorkerRow {
        #[diesel(sql_type = Text)]
        host: String,
        #[diesel(sql_type = Integer)]
        port: i32,
    }
    let rows: Vec<WorkerRow> = diesel::sql_query(
        "SELECT nodename AS host, nodeport AS port FROM pg_dist_node \
         WHERE groupid <> 0 AND isactive AND noderole = 'primary' ORDER BY host, port",
    )
    .load(coordinator)
    .await?;
    let address = |WorkerRow { host, port }| Some(WorkerAddress { host, port: u16::try_from(port).ok()? });
    Ok(rows.into_iter().filter_map(address).collect())
}

/// The shards of the games, in the order of their hashes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Placements(Vec<GameShard>);

/// The greatest hash of a shard, and the worker with the shard.
#[derive(Debug, PartialEq, Eq)]
struct GameShard {
    hash_max: i32,
    worker: WorkerAddress,
}

impl Placements {
    /// Reads them from the coordinator.
    pub(super) async fn read(coordinator: &mut AsyncPgConnection) -> diesel::QueryResult<Placements> {
        #[derive(QueryableByName)]
        struct ShardRow {
            #[diesel(sql_type = Integer)]
            hash_max: i32,
            #[diesel(sql_type = Text)]
            host: String,
            #[diesel(sql_type = Integer)]
            port: i32,
        }
        let rows: Vec<ShardRow> = diesel::sql_query(
            "SELECT s.shardmaxvalue::integer AS hash_max, n.nodename AS host, n.nodeport AS port FROM pg_dist_shard s \
             JOIN pg_dist_placement p ON p.shardid = s.shardid JOIN pg_dist_node n ON n.groupid = p.groupid \
             WHERE s.logicalrelid = to_regclass('games') AND n.noderole = 'primary' ORDER BY hash_max",
        )
        .load(coordinator)
        .await?;
        let shard = |ShardRow { hash_max, host, port }| {
            Some(GameShard { hash_max, worker: WorkerAddress { host, port: u16::try_from(port).ok()? } })
        };
        Ok(Placements(rows.into_iter().filter_map(shard).collect()))
    }

    /// Returns the worker with this game. Returns none if there are no shards.
    pub(super) fn worker_of(&self, game: GameId) -> Option<&WorkerAddress> {
        let hash = hash(game.0.as_bytes());
        let first = self.0.partition_point(|shard| shard.hash_max < hash);
        self.0.get(first).map(|shard| &shard.worker)
    }
}

/// Returns the hash of an id, like PostgreSQL's function `uuid_hash`: lookup3 of Bob Jenkins over four
/// numbers.
fn hash(bytes: &[u8; 16]) -> i32 {
    let [mut a, mut b, mut c] = [0x9e37_79b9_u32.wrapping_add(16 + 3_923_095); 3];
    let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    a = a.wrapping_add(word(0));
    b = b.wrapping_add(word(4));
    c = c.wrapping_add(word(8));
    for [first, second, third] in [[4, 6, 8], [16, 19, 4]] {
        a = a.wrapping_sub(c) ^ c.rotate_left(first);
        c = c.wrapping_add(b);
        b = b.wrapping_sub(a) ^ a.rotate_left(second);
        a = a.wrapping_add(c);
        c = c.wrapping_sub(b) ^ b.rotate_left(third);
        b = b.wrapping_add(a);
    }
    a = a.wrapping_add(word(12));
    c = (c ^ b).wrapping_sub(b.rotate_left(14));
    a = (a ^ c).wrapping_sub(c.rotate_left(11));
    b = (b ^ a).wrapping_sub(a.rotate_left(25));
    c = (c ^ b).wrapping_sub(b.rotate_left(16));
    a = (a ^ c).wrapping_sub(c.rotate_left(4));
    b = (b ^ a).wrapping_sub(a.rotate_left(14));
    c = (c ^ b).wrapping_sub(b.rotate_left(24));
    c.cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results of `SELECT uuid_hash(…)` in PostgreSQL.
    const HASHES: [(u128, i32); 4] = [
        (0, 1_353_656_403),
        (0x0011_2233_4455_6677_8899_aabb_ccdd_eeff, 776_152_245),
        (0x0193_740c_5f1e_7cc0_8d2a_0f3f_6a4b_9e11, 1_124_263_841),
        (u128::MAX, -682_383_255),
    ];

    #[test]
    fn hashes_are_those_of_postgresql() {
        for (id, expected) in HASHES {
            assert_eq!(hash(&id.to_be_bytes()), expected, "{id:x}");
        }
    }

    #[test]
    fn a_game_is_on_the_worker_of_the_shard_that_has_its_hash() {
        let worker = |port| WorkerAddress { host: "10.0.0.2".to_owned(), port };
        let game = |id| GameId(uuid::Uuid::from_u128(id));
        let shard = |hash_max, port| GameShard { hash_max, worker: worker(port) };
        let placements = Placements(vec![shard(-1, 1), shard(i32::MAX, 2)]);
        for (id, hash) in HASHES {
            let port = if hash < 0 { 1 } else { 2 };
            assert_eq!(placements.worker_of(game(id)), Some(&worker(port)), "{id:x}");
        }
        let (id, hash) = HASHES[0];
        let placements = Placements(vec![shard(hash - 1, 1), shard(hash, 2), shard(i32::MAX, 3)]);
        assert_eq!(placements.worker_of(game(id)), Some(&worker(2)), "the greatest hash is of the shard");
        assert_eq!(Placements::default().worker_of(game(id)), None);
    }
}
