//! Distributing a migrated database over the workers of a Citus cluster.
//!
//! A game and everything that belongs to it is on one shard, found by the game's id. Accounts and sessions
//! are on every worker. This module knows which table belongs where; the statements of `store` bind the
//! game's id at each table of a game, so that Citus can send them to one shard.

use diesel::QueryableByName;
use diesel::sql_types::{Bool, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::{Connector, Failure};

/// The table whose rows decide where everything that belongs to a game is stored.
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
/// Tables that are copied to every worker, in an order in which none precedes a table that it references.
pub const ON_EVERY_WORKER: [&str; 34] = [
    "players",
    "bots",
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
    "tournaments",
    "tournament_secrets",
    "tournament_members",
    "tournament_entries",
    "tournament_rounds",
    "tournament_tables",
    "tournament_adjustments",
    "tournament_events",
    "shared_deals",
    "rating_pools",
    "ratings",
    "rating_events",
    "rating_opponents",
    "unrated",
    "annulments",
    "rating_corrections",
    "webhooks",
    "webhook_deliveries",
    "webhook_attempts",
];
/// Tables that stay on the coordinator.
pub const ON_THE_COORDINATOR: [&str; 2] = ["server_secrets", "__diesel_schema_migrations"];

/// Why a database cannot be distributed.
#[derive(Debug, thiserror::Error)]
pub enum ShardingError {
    /// The database cannot be reached.
    #[error("cannot connect to the database: {0}")]
    Connect(#[from] diesel::ConnectionError),
    /// The extension is missing.
    #[error(
        "the database does not have the extension citus: install it on the coordinator and the workers, add the workers \
         with citus_add_node, run CREATE EXTENSION citus, then repeat this command"
    )]
    ExtensionMissing,
    /// A statement failed. The command can be repeated: it continues where it stopped.
    #[error("the database cannot be distributed: {0}")]
    Statement(#[from] diesel::result::Error),
}

/// Whether the games of this database are distributed.
pub async fn is_sharded(connection: &mut AsyncPgConnection) -> Result<bool, Failure> {
    Ok(has_citus(connection).await? && placement(connection, GAMES).await?)
}

/// Distributes a migrated database and returns the tables that were distributed; none if all were already.
///
/// The command can be interrupted and repeated. Rows that are there already move to their shards. Servers
/// must not run meanwhile, because foreign keys to `games` are absent for a moment.
///
/// # Errors
/// If the extension is missing or a statement fails.
pub async fn distribute(connector: &Connector) -> Result<Vec<String>, ShardingError> {
    let mut connection = connector.open().await?;
    if !has_citus(&mut connection).await? {
        return Err(ShardingError::ExtensionMissing);
    }
    let mut distributed = Vec::new();
    for table in ON_EVERY_WORKER {
        let how = format!("SELECT create_reference_table('{table}')");
        distribute_one(&mut connection, table, &how, &mut distributed).await?;
    }
    // Citus does not distribute a table while a table that is not distributed yet references it.
    if !placement(&mut connection, GAMES).await? {
        for table in OF_A_GAME {
            execute(
                &mut connection,
                &format!("ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {}", key(table)),
            )
            .await?;
        }
    }
    let how = format!("SELECT create_distributed_table('{GAMES}', 'id')");
    distribute_one(&mut connection, GAMES, &how, &mut distributed).await?;
    for table in OF_A_GAME {
        let how =
            format!("SELECT create_distributed_table('{table}', 'game_id', colocate_with => '{GAMES}')");
        distribute_one(&mut connection, table, &how, &mut distributed).await?;
    }
    for table in OF_A_GAME.into_iter().filter(|table| *table != WITHOUT_REFERENCE) {
        if !has_key(&mut connection, table).await? {
            let how = format!(
                "ALTER TABLE {table} ADD CONSTRAINT {} FOREIGN KEY (game_id) REFERENCES {GAMES} ON DELETE CASCADE",
                key(table)
            );
            execute(&mut connection, &how).await?;
        }
    }
    Ok(distributed)
}

/// The table of a game without a foreign key to `games`: the statement that stores a turn writes both in one
/// step.
const WITHOUT_REFERENCE: &str = "game_log";

/// The name of the foreign key from a table of a game to `games`.
fn key(table: &str) -> String {
    format!("{table}_game_id_fkey")
}

/// Distributes a table in the given way, unless it is distributed already.
async fn distribute_one(
    connection: &mut AsyncPgConnection,
    table: &str,
    how: &str,
    distributed: &mut Vec<String>,
) -> diesel::QueryResult<()> {
    if placement(connection, table).await? {
        return Ok(());
    }
    execute(connection, how).await?;
    distributed.push(table.to_owned());
    Ok(())
}

async fn execute(connection: &mut AsyncPgConnection, statement: &str) -> diesel::QueryResult<()> {
    diesel::sql_query(statement).execute(connection).await.map(drop)
}

/// Whether the database has the extension.
async fn has_citus(connection: &mut AsyncPgConnection) -> diesel::QueryResult<bool> {
    query_bool(connection, "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = $1) AS yes", "citus")
        .await
}

/// Whether Citus knows the table, as distributed or as present on every worker.
async fn placement(connection: &mut AsyncPgConnection, table: &str) -> diesel::QueryResult<bool> {
    let query = "SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = $1::regclass) AS yes";
    query_bool(connection, query, table).await
}

/// Whether a table of a game has its foreign key to `games`.
async fn has_key(connection: &mut AsyncPgConnection, table: &str) -> diesel::QueryResult<bool> {
    let query = "SELECT EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND conname = $1) AS yes";
    query_bool(connection, query, &key(table)).await
}

async fn query_bool(
    connection: &mut AsyncPgConnection,
    query: &str,
    parameter: &str,
) -> diesel::QueryResult<bool> {
    #[derive(QueryableByName)]
    struct Answer {
        #[diesel(sql_type = Bool)]
        yes: bool,
    }
    let answer: Answer = diesel::sql_query(query).bind::<Text, _>(parameter).get_result(connection).await?;
    Ok(answer.yes)
}
