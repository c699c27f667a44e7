//! Figures about the database and all games, for the metrics. The queries are cheap, however many games there
//! are.

use std::time::Duration;

use diesel::sql_types::{BigInt, Interval};
use diesel_async::RunQueryDsl;

use super::database::sharding::{Placement, placement};
use super::{Failure, Postgres};
use crate::by_hand::{One, interval, row};
use lapidary_model::figures::{BACKLOG_MAX, Figures};

row! {
    struct FiguresRow {
        waiting: i64,
        active: i64,
        frozen: i64,
        commits: i64,
        rollbacks: i64,
    }
}

row! {
    struct BacklogRow {
        heartbeat_age_s: f64,
        webhooks_due: i64,
        logs_to_fold: i64,
    }
}

/// The query counts open games with an index of open games only (`games_open`), and never reads a whole
/// table.
pub const FIGURES: &str = "\
WITH open AS MATERIALIZED (SELECT count(*) FILTER (WHERE g.status = 'waiting') AS waiting,
                                  count(*) FILTER (WHERE g.status = 'active') AS active,
                                  count(*) FILTER (WHERE g.status = 'frozen') AS frozen
                           FROM games g WHERE g.status IN ('waiting', 'active', 'frozen'))
SELECT open.waiting, open.active, open.frozen,
       database.xact_commit AS commits, database.xact_rollback AS rollbacks
FROM open, pg_stat_database AS database WHERE database.datname = current_database()";

/// An estimate of the number of games.
const STORED: &str = "\
SELECT greatest(reltuples, 0)::bigint AS stored_estimate FROM pg_class WHERE oid = 'games'::regclass";

/// The same where games are sharded: the sum of the estimates of all shards.
const STORED_ON_SHARDS: &str = "\
SELECT coalesce(sum(s.result::bigint), 0)::bigint AS stored_estimate FROM run_command_on_shards('games',
       'SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = ''%s''::regclass') AS s WHERE s.success";

/// What waits to be done. Each part stops counting at a limit, and reads an index of what waits: messages
/// that are due and whose webhook is enabled, and games that ended longer ago than their logs should stay
/// unfolded.
const BACKLOG: &str = "\
WITH unfolded AS MATERIALIZED (SELECT g.id FROM games g WHERE g.status IN ('finished', 'aborted') AND NOT g.folded
                               AND g.created_at <= now() - $2 AND g.updated_at <= now() - $2 LIMIT $1)
SELECT (SELECT extract(epoch FROM clock_timestamp() - beat_at)::float8 FROM heartbeat) AS heartbeat_age_s,
       (SELECT count(*) FROM (SELECT 1 FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
                              WHERE d.status = 'pending' AND d.due_at <= now() AND w.enabled LIMIT $1) AS due)
           AS webhooks_due,
       (SELECT count(*) FROM unfolded) AS logs_to_fold";

/// Queries all figures. Logs are to be folded this long after the end of their games.
pub async fn read(connection: &mut Postgres, fold_after: Duration) -> Result<Figures, Failure> {
    let row: FiguresRow = diesel::sql_query(FIGURES).get_result(connection).await?;
    let stored = match placement() {
        Placement::OneNode => STORED,
        Placement::Sharded => STORED_ON_SHARDS,
    };
    let One(stored_estimate) = diesel::sql_query(stored).get_result(connection).await?;
    let backlog: BacklogRow = diesel::sql_query(BACKLOG)
        .bind::<BigInt, _>(BACKLOG_MAX)
        .bind::<Interval, _>(interval(fold_after))
        .get_result(connection)
        .await?;
    Ok(Figures {
        waiting: row.waiting,
        active: row.active,
        frozen: row.frozen,
        stored_estimate,
        commits: row.commits,
        rollbacks: row.rollbacks,
        heartbeat_age_s: backlog.heartbeat_age_s,
        webhooks_due: backlog.webhooks_due,
        logs_to_fold: backlog.logs_to_fold,
    })
}
