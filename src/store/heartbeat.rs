//! The heartbeat of the service: one row, written every second by any server. A gap shows that no server was
//! running, or that the clock of the database jumped; then the deadlines of all games move by the gap.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::pg::data_types::PgInterval;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Interval, Nullable, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::schema::{game_clocks, heartbeat};
use super::{Failure, Postgres};
use crate::run::Run;
use lapidary_model::game::GameId;

/// Beats within this time of the last one are not written: of several servers, the first one writes.
const BEAT_AGE_MIN: Duration = Duration::from_millis(500);

/// Returns whether the service was running until `now`, if it can be silent for this long.
pub(super) fn is_awake(beat: DateTime<Utc>, now: DateTime<Utc>, gap_max: Duration) -> bool {
    (now - beat).abs().to_std().is_ok_and(|gap| gap <= gap_max)
}

/// What a beat has found.
#[derive(Debug)]
pub struct Beat {
    /// The time of the database.
    pub now: DateTime<Utc>,
    /// The time of the last beat, which may be another server's.
    pub last: DateTime<Utc>,
    /// The games whose clocks were moved.
    pub moved: Vec<GameId>,
}

/// Writes a beat. If the last one is more than `gap_max` in the past or in the future, moves all deadlines by
/// the gap in the same transaction.
///
/// The lock of the row lets only one server move them for one gap.
pub async fn beat(connection: &mut Postgres, gap_max: Duration) -> Result<Beat, Failure> {
    let regular = sql::<Bool>("clock_timestamp() - beat_at BETWEEN ")
        .bind::<Interval, _>(interval(microseconds(BEAT_AGE_MIN)))
        .sql(" AND ")
        .bind::<Interval, _>(interval(microseconds(gap_max)));
    let beat = diesel::update(heartbeat::table.filter(regular))
        .set(heartbeat::beat_at.eq(sql::<Timestamptz>("clock_timestamp()")))
        .returning(heartbeat::beat_at);
    if let Some(now) = beat.prepared().get_result(connection).await.optional()? {
        return Ok(Beat { now, last: now, moved: Vec::new() });
    }
    let (last, now): (DateTime<Utc>, _) = heartbeat::table.select(times()).get_result(connection).await?;
    if is_awake(last, now, gap_max) {
        return Ok(Beat { now, last, moved: Vec::new() });
    }
    connection.transaction(async |connection| move_deadlines(connection, gap_max).await).await
}

async fn move_deadlines(connection: &mut Postgres, gap_max: Duration) -> Result<Beat, Failure> {
    let (last, now): (DateTime<Utc>, _) =
        heartbeat::table.select(times()).for_update().get_result(connection).await?;
    if is_awake(last, now, gap_max) {
        // Another server was faster.
        return Ok(Beat { now, last, moved: Vec::new() });
    }
    let gap = interval((now - last).num_microseconds().unwrap_or(i64::MAX));
    let running = game_clocks::table.filter(game_clocks::deadline.is_not_null());
    // Outside UTC a sum depends on the time zone of the session, and Citus refuses such a function of a
    // column.
    let since = sql::<Timestamptz>("(since AT TIME ZONE 'UTC' + ").bind::<Interval, _>(gap);
    let deadline = sql::<Nullable<Timestamptz>>("(deadline AT TIME ZONE 'UTC' + ").bind::<Interval, _>(gap);
    let moved: Vec<Uuid> = diesel::update(running)
        .set((
            game_clocks::since.eq(since.sql(") AT TIME ZONE 'UTC'")),
            game_clocks::deadline.eq(deadline.sql(") AT TIME ZONE 'UTC'")),
        ))
        .returning(game_clocks::game_id)
        .get_results(connection)
        .await?;
    diesel::update(heartbeat::table).set(heartbeat::beat_at.eq(now)).execute(connection).await?;
    Ok(Beat { now, last: now, moved: moved.into_iter().map(GameId).collect() })
}

type Times = (heartbeat::beat_at, diesel::expression::SqlLiteral<Timestamptz>);

fn times() -> Times {
    (heartbeat::beat_at, sql::<Timestamptz>("clock_timestamp()"))
}

/// The maximum time in a query, a hundred years: the range of timestamps in the database is limited.
const MICROSECONDS_MAX: i64 = 100 * 365 * 86_400 * 1_000_000;

fn microseconds(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}

fn interval(microseconds: i64) -> PgInterval {
    PgInterval::from_microseconds(microseconds.clamp(-MICROSECONDS_MAX, MICROSECONDS_MAX))
}
