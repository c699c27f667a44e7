//! The heartbeat of the service: one row, written every second by any server. A gap shows that no server was running, or that
//! the clock of the database jumped; then the deadlines of all games move by the gap.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::sql;
use diesel::pg::data_types::PgInterval;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Interval, Nullable, Timestamptz};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::Failure;
use super::schema::{game_clocks, heartbeat};
use crate::model::game::GameId;

/// The maximum time between two beats of a running service. The deadlines of all games move by a longer one.
pub const GAP_MAX: TimeDelta = TimeDelta::seconds(5);

/// Returns whether the service was running until `now`.
pub(super) fn is_awake(beat: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    (now - beat).abs() <= GAP_MAX
}

/// Writes a beat. If the last one is too far in the past or in the future, moves all deadlines by the gap in the same
/// transaction, and returns the games whose clocks were moved.
///
/// The lock of the row lets only one server move them for one gap.
///
/// # Errors
/// If the database fails; then nothing has moved.
pub async fn beat(connection: &mut AsyncPgConnection) -> Result<Vec<GameId>, Failure> {
    // Of several servers, only the first one writes.
    let regular =
        sql::<Bool>("clock_timestamp() - beat_at BETWEEN interval '0.5 seconds' AND interval '5 seconds'");
    let written = diesel::update(heartbeat::table.filter(regular))
        .set(heartbeat::beat_at.eq(sql::<Timestamptz>("clock_timestamp()")))
        .execute(connection)
        .await?;
    if written > 0 {
        return Ok(Vec::new());
    }
    let (last, now): (DateTime<Utc>, _) = heartbeat::table.select(times()).get_result(connection).await?;
    if is_awake(last, now) {
        return Ok(Vec::new());
    }
    connection.transaction(async |connection| move_deadlines(connection).await).await
}

async fn move_deadlines(connection: &mut AsyncPgConnection) -> Result<Vec<GameId>, Failure> {
    let (last, now): (DateTime<Utc>, _) =
        heartbeat::table.select(times()).for_update().get_result(connection).await?;
    if is_awake(last, now) {
        // Another server was faster.
        return Ok(Vec::new());
    }
    let gap = PgInterval::from_microseconds((now - last).num_microseconds().unwrap_or(i64::MAX));
    let running = game_clocks::table.filter(game_clocks::deadline.is_not_null());
    let moved: Vec<Uuid> = diesel::update(running)
        .set((
            game_clocks::since.eq(sql::<Timestamptz>("since + ").bind::<Interval, _>(gap)),
            game_clocks::deadline.eq(sql::<Nullable<Timestamptz>>("deadline + ").bind::<Interval, _>(gap)),
        ))
        .returning(game_clocks::game_id)
        .get_results(connection)
        .await?;
    diesel::update(heartbeat::table).set(heartbeat::beat_at.eq(now)).execute(connection).await?;
    Ok(moved.into_iter().map(GameId).collect())
}

type Times = (heartbeat::beat_at, diesel::expression::SqlLiteral<Timestamptz>);

fn times() -> Times {
    (heartbeat::beat_at, sql::<Timestamptz>("clock_timestamp()"))
}
