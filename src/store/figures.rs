//! Figures about the database and all games, for the metrics. The query is cheap, however many games there are.

use diesel::QueryableByName;
use diesel::sql_types::BigInt;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::Failure;

/// Figures about the database and all games.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct Figures {
    /// Games that wait for players.
    #[diesel(sql_type = BigInt)]
    pub waiting: i64,
    /// Active games.
    #[diesel(sql_type = BigInt)]
    pub active: i64,
    /// Games that are frozen.
    #[diesel(sql_type = BigInt)]
    pub frozen: i64,
    /// All stored games, as PostgreSQL estimates their number for its planner.
    #[diesel(sql_type = BigInt)]
    pub stored_estimate: i64,
    /// Transactions of this database that were committed, by all servers.
    #[diesel(sql_type = BigInt)]
    pub commits: i64,
    /// Transactions of this database that were rolled back, by all servers.
    #[diesel(sql_type = BigInt)]
    pub rollbacks: i64,
}

/// The query counts open games with an index of open games only (`games_open`), and never reads a whole table.
pub const FIGURES: &str = "\
SELECT open.waiting, open.active, open.frozen,
       (SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = 'games'::regclass) AS stored_estimate,
       database.xact_commit AS commits, database.xact_rollback AS rollbacks
FROM (SELECT count(*) FILTER (WHERE status = 'waiting') AS waiting,
             count(*) FILTER (WHERE status = 'active') AS active,
             count(*) FILTER (WHERE status = 'frozen') AS frozen
      FROM games WHERE status IN ('waiting', 'active', 'frozen')) AS open,
     pg_stat_database AS database
WHERE database.datname = current_database()";

/// Queries all figures.
///
/// # Errors
/// If the database fails.
pub async fn read(connection: &mut AsyncPgConnection) -> Result<Figures, Failure> {
    Ok(diesel::sql_query(FIGURES).get_result(connection).await?)
}
