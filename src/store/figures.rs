//! Figures about the database and all games, for the metrics. The query is cheap, however many games there
//! are.

use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::Failure;
use crate::by_hand::row;
use lapidary_model::figures::Figures;

row! {
    struct FiguresRow {
        waiting: i64,
        active: i64,
        frozen: i64,
        stored_estimate: i64,
        commits: i64,
        rollbacks: i64,
    }
}

impl From<FiguresRow> for Figures {
    fn from(row: FiguresRow) -> Self {
        let FiguresRow { waiting, active, frozen, stored_estimate, commits, rollbacks } = row;
        Figures { waiting, active, frozen, stored_estimate, commits, rollbacks }
    }
}

/// The query counts open games with an index of open games only (`games_open`), and never reads a whole
/// table.
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
pub async fn read(connection: &mut AsyncPgConnection) -> Result<Figures, Failure> {
    let row: FiguresRow = diesel::sql_query(FIGURES).get_result(connection).await?;
    Ok(row.into())
}
