//! Deleting rows that have served their purpose, some at a time, so that their table does not grow without
//! limit. Whoever adds a row deletes some, or a job does.

use std::time::Duration;

use diesel::sql_types::{BigInt, Interval};

use super::by_hand::interval;
use super::{Failure, Postgres};
use crate::run::Run;

/// The maximum number of rows that one new row deletes.
pub(super) const BY_ONE_ROW: i64 = 100;
/// The maximum number of rows that a job deletes at once.
pub(super) const BY_A_JOB: i64 = 1_000;

/// Deletes at most this many rows whose time in the column `since` is longer ago than `kept`, the earliest
/// first. Rows that somebody has locked are left for later.
pub(super) async fn clear(
    connection: &Postgres,
    table: &str,
    since: &str,
    kept: Duration,
    most: i64,
) -> Result<(), Failure> {
    diesel::sql_query(format!(
        "DELETE FROM {table} WHERE ctid IN (SELECT ctid FROM {table} \
         WHERE {since} < now() - $1 ORDER BY {since} LIMIT $2 FOR UPDATE SKIP LOCKED)",
    ))
    .bind::<Interval, _>(interval(kept))
    .bind::<BigInt, _>(most)
    .prepared()
    .run(connection)
    .await
}
