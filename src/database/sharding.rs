//! Where each table lives in a Citus cluster, and how a migrated database is distributed.
//!
//! A game and everything that belongs to it is on one shard, which the game's id determines. All other tables
//! are plain tables of the coordinator. Only ids of games connect the two. This module knows where each table
//! belongs. Statements of `store` that differ between one node and a cluster ask [`placement`].
//!
//! - A statement names tables of one kind, or reads those of games in a separate part, `WITH … AS
//!   MATERIALIZED (…)`, which works on one node too. If that is slower there, each placement has a statement.
//! - There are no foreign keys from workers to the coordinator. Rows of players are never deleted.
//! - A turn is a function call on the worker of its game, outside a transaction: the worker commits before it
//!   answers. A server calls it on a connection to the worker ([`Pool::near`](super::Pool::near)). The worker
//!   knows the ended sessions and players (`ended_ids`, a table on every node). So neither the coordinator
//!   (`near.sql`) nor the planner of Citus (`near_here.sql`) takes part in a turn.
//! - A turn of a game with clocks is a transaction of the worker, if it comes in time.
//! - A turn that ends a game changes more than its game, and the clock of the coordinator ends the time of a
//!   seat. For both, the coordinator leads a transaction in which a function stores the turn
//!   (`store_turn.sql`).
//! - A warning of Citus that a commit was not confirmed closes the connection (`connector.rs`): the outcome
//!   is unknown, and is logged.
//!
//! docs/cluster.md lists the tables, and explains why a transaction commits in two phases.

use std::sync::atomic::{AtomicBool, Ordering};

use diesel::QueryableByName;
use diesel::dsl::sql;
use diesel::sql_types::{Array, BigInt, Bool, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};

use super::{Connector, Failure, migrations};

/// The table whose rows decide where the data of a game are stored.
pub const GAMES: &str = "games";
/// The tables of a game, stored with its row in `games`.
pub const OF_A_GAME: [&str; 11] = [
    "game_seats",
    "game_secrets",
    "game_contributions",
    "game_clocks",
    "game_log",
    "folded_logs",
    "invitations",
    "aborts",
    "kicks",
    "challenges",
    "rematches",
];
/// The plain tables of the coordinator.
pub const ON_THE_COORDINATOR: [&str; 69] = [
    "players",
    "bots",
    "bot_endpoints",
    "bot_comments",
    "sessions",
    "refresh_tokens",
    "password_resets",
    "oauth_codes",
    "device_codes",
    "stream_tickets",
    "idempotency_keys",
    "blocks",
    "heartbeat",
    "presence_nodes",
    "presence",
    "seeks",
    "seek_secrets",
    "clubs",
    "club_members",
    "club_requests",
    "club_bans",
    "player_reports",
    "reporters",
    "club_ladders",
    "club_seasons",
    "tournaments",
    "tournament_secrets",
    "tournament_members",
    "tournament_teams",
    "tournament_entries",
    "tournament_rounds",
    "tournament_tables",
    "tournament_adjustments",
    "tournament_events",
    "shared_deals",
    "series",
    "series_events",
    "bot_matches",
    "bot_match_bots",
    "bot_match_games",
    "rating_pools",
    "ratings",
    "rating_events",
    "rating_opponents",
    "rated_starts",
    "unrated",
    "annulments",
    "rating_corrections",
    "webhooks",
    "webhook_deliveries",
    "webhook_attempts",
    "game_analyses",
    "puzzle_ratings",
    "puzzle_solvers",
    "puzzle_answers",
    "alerts",
    "alerts_told",
    "mail_digests",
    "mail_digests_told",
    "player_totals",
    "finished_seats",
    "statistics_seats",
    "statistics_openings",
    "statistics_progress",
    "push_subscriptions",
    "push_messages",
    "push_keys",
    "server_secrets",
    "__diesel_schema_migrations",
];

/// An empty table. Every transaction that writes a plain table pretends to write it.
///
/// Citus commits a transaction with writes on one worker in one phase, even if rows of plain tables belong to
/// it, and then a failure is only a warning. A write to a table that Citus knows on the coordinator makes it
/// commit in two phases.
const MARKS: &str = "commit_marks";

/// The table of ended sessions and erased accounts on every node. Triggers of the coordinator write it in the
/// transactions that end them.
const ENDED: &str = "ended_ids";

/// How long the id of an ended session is kept: much longer than servers remember an open one.
const ENDED_KEPT: &str = "1 day";

/// How the tables of this process's database are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placement {
    /// In one PostgreSQL.
    OneNode,
    /// Games are on the workers of a cluster, all else on its coordinator.
    Sharded,
}

/// Whether the games of this process's database are distributed.
static SHARDED: AtomicBool = AtomicBool::new(false);

/// Returns how the database of this process is stored, as [`find_placement`] has found it.
///
/// A process serves one database. Its tables move only while no server runs.
pub fn placement() -> Placement {
    match AtomicBool::load(&SHARDED, Ordering::Relaxed) {
        true => Placement::Sharded,
        false => Placement::OneNode,
    }
}

/// Why a database cannot be distributed, or cannot be served as it is.
#[derive(Debug, thiserror::Error)]
pub enum ShardingError {
    /// The database cannot be reached.
    #[error("cannot connect to the database: {0}")]
    Connect(#[from] diesel::ConnectionError),
    /// The extension is missing.
    #[error(
        "the database does not have the extension citus: install it on the coordinator and the workers, run CREATE \
         EXTENSION citus in the database on each of them, then citus_set_coordinator_host and citus_add_node on the \
         coordinator, then repeat this command"
    )]
    ExtensionMissing,
    /// The coordinator does not know the address at which workers reach it.
    #[error(
        "the coordinator is not in the metadata of the cluster: run SELECT citus_set_coordinator_host('…') with the address \
         under which the workers reach it, then repeat this command"
    )]
    CoordinatorUnknown,
    /// There is no worker.
    #[error("the cluster has no workers: add them with citus_add_node, then repeat this command")]
    NoWorkers,
    /// A statement failed. Nothing has changed.
    #[error("the database cannot be distributed: {0}")]
    Statement(#[from] diesel::result::Error),
    /// Workers have not got the functions of their shards. All else is done.
    #[error(
        "these workers did not take the functions of their shards, so that their turns take longer: {0}. Repeat this \
         command when they answer the coordinator, while the servers run"
    )]
    FunctionsRefused(String),
    /// Some tables are distributed, but not exactly the required ones.
    #[error(
        "the games are distributed only in part ({0}): stop all servers, run `lapidary migrate --citus`, then start them"
    )]
    InPart(String),
}

impl From<ShardingError> for Failure {
    fn from(error: ShardingError) -> Failure {
        Failure::Away(error.to_string())
    }
}

/// Finds out how the database of this process is stored. [`placement`] returns the result. Fails if the
/// database fails, or if the games are only partly distributed.
pub async fn find_placement(connection: &mut AsyncPgConnection) -> Result<Placement, ShardingError> {
    let sharded = has_citus(connection).await? && is_distributed(connection).await?;
    SHARDED.store(sharded, Ordering::Relaxed);
    Ok(placement())
}

/// Distributes a migrated database. Returns the tables that it has distributed: none if all were before.
///
/// One transaction does everything, so an interruption changes nothing. Existing rows move to their shards.
/// No server may run meanwhile.
pub async fn distribute(connector: &Connector) -> Result<Vec<String>, ShardingError> {
    let mut connection = connector.open().await?;
    if !has_citus(&mut connection).await? {
        return Err(ShardingError::ExtensionMissing);
    }
    // Another command may migrate or distribute.
    migrations::lock(&mut connection).await?;
    let coordinator = "SELECT EXISTS (SELECT FROM pg_dist_node WHERE groupid = 0)";
    if !query_bool(&mut connection, coordinator).await? {
        return Err(ShardingError::CoordinatorUnknown);
    }
    let workers = count_workers(&mut connection).await?;
    if workers == 0 {
        return Err(ShardingError::NoWorkers);
    }
    let distributed =
        connection.transaction(async |connection| distribute_all(connection, workers).await).await?;
    // For every later connection. One connection to each worker is enough. A statement over all shards must
    // not open more: a transaction cannot write over one connection what it has read over another.
    connection.batch_execute(SETTINGS).await?;
    install_here(&mut connection).await?;
    Ok(distributed)
}

/// Sets how Citus uses its connections to the database. Its planner cannot estimate the results of workers,
/// so it would compile the rest of such a statement for a second.
const SETTINGS: &str = "DO $$ BEGIN \
     EXECUTE format('ALTER DATABASE %I SET citus.max_adaptive_executor_pool_size = 1', current_database()); \
     EXECUTE format('ALTER DATABASE %I SET citus.multi_shard_modify_mode = sequential', current_database()); \
     EXECUTE format('ALTER DATABASE %I SET jit = off', current_database()); \
     END $$";

/// Distributes the tables over one shard for each worker. A list of games queries every shard, and each shard
/// costs more than its rows.
async fn distribute_all(
    connection: &mut AsyncPgConnection,
    workers: i64,
) -> Result<Vec<String>, ShardingError> {
    connection
        .batch_execute(
            "SET LOCAL citus.multi_shard_modify_mode = sequential; \
             SET LOCAL citus.max_adaptive_executor_pool_size = 1; SET LOCAL statement_timeout = 0",
        )
        .await?;
    // An earlier version copied tables to every worker.
    for table in tables_of_citus(connection, "t").await? {
        let undistribute = format!("SELECT undistribute_table('{table}', cascade_via_foreign_keys => true)");
        if table != ENDED && is_known(connection, &table).await? {
            execute(connection, &undistribute).await?;
        }
    }
    // Erased accounts keep their rows, so the account of each seat and each creator exists. Nothing needs the
    // foreign keys, and none can lead from a shard to the coordinator.
    let games = tables_of_games();
    let keys = "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS text \
         FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text = ANY ($1) AND NOT EXISTS \
         (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = conrelid AND d.partmethod = 'h')";
    for drop_key in texts(connection, keys, &games).await? {
        execute(connection, &drop_key).await?;
    }
    let there = tables_of_citus(connection, "h").await?;
    let mut distributed = Vec::new();
    for table in games.into_iter().filter(|table| !there.iter().any(|there| there == table)) {
        let how = match table {
            GAMES => {
                format!("SELECT create_distributed_table('{GAMES}', 'id', shard_count => {workers})")
            }
            _ => format!("SELECT create_distributed_table('{table}', 'game_id', colocate_with => '{GAMES}')"),
        };
        execute(connection, &how).await?;
        distributed.push(table.to_owned());
    }
    connection.batch_execute(&format!("CREATE TABLE IF NOT EXISTS {MARKS} (id integer PRIMARY KEY)")).await?;
    if !is_known(connection, MARKS).await? {
        execute(connection, &format!("SELECT citus_add_local_table_to_metadata('{MARKS}')")).await?;
    }
    connection.batch_execute(MARK).await?;
    for table in unmarked(connection).await? {
        let trigger = format!(
            "CREATE OR REPLACE TRIGGER commit_in_two_phases AFTER INSERT OR UPDATE OR DELETE ON {table} \
             FOR EACH STATEMENT EXECUTE FUNCTION commit_in_two_phases()"
        );
        execute(connection, &trigger).await?;
    }
    distribute_ended(connection).await?;
    connection.batch_execute(STORE_TURN).await?;
    connection.batch_execute(NEAR).await?;
    connection.batch_execute(NEAR_HERE).await?;
    let delegate = format!(
        "SELECT create_distributed_function(oid::regprocedure, 'game', colocate_with => '{GAMES}') FROM pg_proc \
         WHERE proname IN ('store_turn', 'play_turn', 'recognize_game') AND pronamespace = current_schema()::regnamespace"
    );
    execute(connection, &delegate).await?;
    Ok(distributed)
}

/// Deletes old ids from `ended_ids` on every node. Fails and deletes nothing if a node does not answer.
pub async fn forget_ended(coordinator: &mut AsyncPgConnection) -> diesel::QueryResult<()> {
    execute(coordinator, &format!("DELETE FROM {ENDED} WHERE at < now() - interval '{ENDED_KEPT}'")).await
}

/// Creates the table of ended sessions and accounts on every node, with its triggers.
async fn distribute_ended(connection: &mut AsyncPgConnection) -> diesel::QueryResult<()> {
    if is_known(connection, ENDED).await? {
        return Ok(());
    }
    connection.batch_execute(NOTE_ENDED).await?;
    execute(connection, &format!("SELECT create_reference_table('{ENDED}')")).await
}

/// Notes on every node which sessions are ended or deleted and which accounts are erased, before the request
/// returns. Ended or expired sessions may be deleted without a note.
const NOTE_ENDED: &str = "CREATE TABLE IF NOT EXISTS ended_ids (id uuid PRIMARY KEY, at timestamptz NOT NULL DEFAULT now()); \
     CREATE OR REPLACE FUNCTION note_ended() RETURNS trigger LANGUAGE plpgsql AS \
     'BEGIN INSERT INTO ended_ids (id) VALUES (coalesce(NEW.id, OLD.id)); RETURN NULL; END'; \
     CREATE OR REPLACE TRIGGER note_ended AFTER UPDATE OF revoked_at ON sessions FOR EACH ROW \
     WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION note_ended(); \
     CREATE OR REPLACE TRIGGER note_deleted AFTER DELETE ON sessions FOR EACH ROW \
     WHEN (OLD.revoked_at IS NULL AND (OLD.expires_at IS NULL OR OLD.expires_at > now())) EXECUTE FUNCTION note_ended(); \
     CREATE OR REPLACE TRIGGER note_ended AFTER UPDATE OF erased_at ON players FOR EACH ROW \
     WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL) EXECUTE FUNCTION note_ended()";

/// Makes transactions that write a plain table commit in two phases on the workers they write to.
const MARK: &str = "CREATE OR REPLACE FUNCTION commit_in_two_phases() RETURNS trigger LANGUAGE plpgsql AS \
     'BEGIN DELETE FROM commit_marks WHERE false; RETURN NULL; END'";

/// The write of one turn in a cluster, as a function that Citus runs on the worker of the game.
///
/// Outside a transaction, the call is one statement for one worker, and the worker answers after its commit.
/// So an accepted turn is certain. Two separate statements would be a transaction: the coordinator would
/// commit it on the worker later, and would only warn of a failure there.
const STORE_TURN: &str = include_str!("store_turn.sql");
/// The statements that a server sends to the worker of a game.
const NEAR: &str = include_str!("near.sql");
/// The same on the shard of the executing node, without a plan of Citus.
const NEAR_HERE: &str = include_str!("near_here.sql");

/// Creates on each worker the functions that name its shards.
async fn install_here(connection: &mut AsyncPgConnection) -> Result<(), ShardingError> {
    let install = "SELECT format('%s:%s (%s)', nodename, nodeport, result) AS text FROM run_command_on_workers($1[1]) WHERE NOT success";
    match texts(connection, install, &[NEAR_HERE]).await?.as_slice() {
        [] => Ok(()),
        refused => Err(ShardingError::FunctionsRefused(refused.join(", "))),
    }
}

/// Returns the distributed tables, with that of games first.
fn tables_of_games() -> Vec<&'static str> {
    std::iter::once(GAMES).chain(OF_A_GAME).collect()
}

/// Whether the tables of games are distributed. Fails if only some are.
async fn is_distributed(connection: &mut AsyncPgConnection) -> Result<bool, ShardingError> {
    let there = tables_of_citus(connection, "h").await?;
    let (games, marked) = (tables_of_games(), is_known(connection, MARKS).await?);
    let missing: Vec<&str> =
        games.into_iter().filter(|table| !there.iter().any(|there| there == table)).collect();
    let mut copied = tables_of_citus(connection, "t").await?;
    let has_ended = copied.iter().any(|table| table == ENDED);
    copied.retain(|table| table != ENDED);
    let has_functions = has_functions(connection).await?;
    match (there.is_empty(), missing.as_slice(), copied.as_slice(), marked) {
        (true, _, [], false) => Ok(false),
        (false, [], [], true) => match unmarked(connection).await?.as_slice() {
            [] if !has_ended => Err(ShardingError::InPart(format!("{ENDED} is missing"))),
            [] if has_functions => Ok(true),
            [] => {
                Err(ShardingError::InPart("the functions of the workers are of another version".to_owned()))
            }
            [table, ..] => Err(ShardingError::InPart(format!("{table} is newer"))),
        },
        (_, _, [table, ..], _) => Err(ShardingError::InPart(format!("{table} is on every worker"))),
        (_, [table, ..], ..) => Err(ShardingError::InPart(format!("{table} is not"))),
        (_, [], [], _) => Err(ShardingError::InPart(format!("{MARKS} is missing"))),
    }
}

/// Whether this node, the coordinator or a worker, has the functions of this version. Those of the shards of
/// a worker have texts of their own.
pub(super) async fn has_functions(connection: &mut AsyncPgConnection) -> diesel::QueryResult<bool> {
    let same = "SELECT DISTINCT proname::text AS text FROM pg_proc WHERE pronamespace = current_schema()::regnamespace \
         AND (proname IN ('play_turn_here', 'recognize_game_here') \
         OR proname IN ('store_turn', 'play_turn', 'recognize_game') AND position(prosrc IN $1[1]) > 0)";
    Ok(texts(connection, same, &[&[STORE_TURN, NEAR].concat()]).await?.len() == 5)
}

/// Returns the plain tables without the trigger, which later migrations created.
async fn unmarked(connection: &mut AsyncPgConnection) -> diesel::QueryResult<Vec<String>> {
    let query = "SELECT t AS text FROM unnest($1) AS t WHERE NOT EXISTS (SELECT FROM pg_trigger \
         WHERE tgrelid = to_regclass(t) AND tgname = 'commit_in_two_phases')";
    texts(connection, query, &ON_THE_COORDINATOR).await
}

/// Returns the tables that are distributed (`h`) or copied to every worker (`t`).
async fn tables_of_citus(connection: &mut AsyncPgConnection, how: &str) -> diesel::QueryResult<Vec<String>> {
    let query = "SELECT logicalrelid::regclass::text AS text FROM pg_dist_partition \
         WHERE CASE $1[1] WHEN 'h' THEN partmethod = 'h' ELSE partmethod = 'n' AND repmodel = 't' END";
    texts(connection, query, &[how]).await
}

/// Returns the column `text` of a query with these parameters, an array.
async fn texts(
    connection: &mut AsyncPgConnection,
    query: &str,
    parameters: &[&str],
) -> diesel::QueryResult<Vec<String>> {
    #[derive(QueryableByName)]
    struct TextRow {
        #[diesel(sql_type = Text)]
        text: String,
    }
    let rows: Vec<TextRow> =
        diesel::sql_query(query).bind::<Array<Text>, _>(parameters).load(connection).await?;
    Ok(rows.into_iter().map(|row| row.text).collect())
}

/// Whether Citus knows the table in any form.
async fn is_known(connection: &mut AsyncPgConnection, table: &str) -> diesel::QueryResult<bool> {
    let query =
        format!("SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('{table}'))");
    query_bool(connection, &query).await
}

async fn execute(connection: &mut AsyncPgConnection, statement: &str) -> diesel::QueryResult<()> {
    diesel::sql_query(statement).execute(connection).await.map(drop)
}

/// Returns the number of workers.
async fn count_workers(connection: &mut AsyncPgConnection) -> diesel::QueryResult<i64> {
    let query = "(SELECT count(DISTINCT groupid) FROM pg_dist_node WHERE groupid <> 0 AND isactive)";
    diesel::select(sql::<BigInt>(query)).get_result(connection).await
}

/// Whether the database has the extension.
async fn has_citus(connection: &mut AsyncPgConnection) -> diesel::QueryResult<bool> {
    query_bool(connection, "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')").await
}

async fn query_bool(connection: &mut AsyncPgConnection, query: &str) -> diesel::QueryResult<bool> {
    diesel::select(sql::<Bool>(&format!("({query})"))).get_result(connection).await
}
