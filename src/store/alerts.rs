//! Which players are told what waits for them: when to look, what they were told, and their quiet hours.
//!
//! A server that looks after a player locks the row of the player, so only one server tells them.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::sql_types::{
    Array, BigInt, Bool, Interval, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Failure, Postgres};
use crate::by_hand::{interval, row};
use crate::run::Run;
use lapidary_model::alerts::{Alert, AlertKey, QuietHours, SENDER_TOLD_EVERY, ToldBefore};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;
use lapidary_model::webhook::WebhookEvent;

/// Notes that a player can be told what waits for them. What waits already is looked at after this time: by
/// then every server must know the player.
pub async fn listen(
    connection: &mut Postgres,
    player: PlayerId,
    known_within: Duration,
) -> Result<(), Failure> {
    diesel::sql_query(
        "INSERT INTO alerts AS a (player_id, listening, check_at) VALUES ($1, true, now() + $2) \
         ON CONFLICT (player_id) DO UPDATE SET listening = true, listening_since = now(), \
         check_at = least(a.check_at, excluded.check_at)",
    )
    .bind::<SqlUuid, _>(player.0)
    .bind::<Interval, _>(interval(known_within))
    .run(connection)
    .await
}

row! {
    struct Listening {
        player_id: Uuid,
        listening_since: DateTime<Utc>,
    }
}

/// Returns the players who are told what waits for them, each with the time since when; if a time is given,
/// only those since then.
pub async fn listening(
    connection: &mut Postgres,
    since: Option<DateTime<Utc>>,
) -> Result<Vec<(PlayerId, DateTime<Utc>)>, Failure> {
    let query = diesel::sql_query(
        "SELECT player_id, listening_since FROM alerts WHERE listening AND ($1 IS NULL OR listening_since >= $1)",
    );
    let query = query.bind::<Nullable<Timestamptz>, _>(since);
    let rows: Vec<Listening> = query.prepared().load(connection).await?;
    Ok(rows.into_iter().map(|row| (PlayerId(row.player_id), row.listening_since)).collect())
}

/// Notes that something may wait for these players. It is looked at after a while.
pub async fn note(connection: &mut Postgres, players: &[PlayerId], after: Duration) -> Result<(), Failure> {
    let ids: Vec<Uuid> = players.iter().map(|player| player.0).collect();
    // In one order, so that two servers never wait for each other. A player who is looked after at this
    // moment is noted afterward, because what was read of them is older.
    diesel::sql_query(
        "UPDATE alerts a SET check_at = coalesce(a.check_at, now() + $2) FROM (SELECT player_id FROM alerts \
         WHERE player_id = ANY ($1) AND listening ORDER BY player_id FOR NO KEY UPDATE) AS noted \
         WHERE a.player_id = noted.player_id",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Interval, _>(interval(after))
    .run(connection)
    .await
}

/// Notes the same for some players who were not looked after for this long or since this time.
pub async fn note_idle(
    connection: &mut Postgres,
    idle_for: Duration,
    since: DateTime<Utc>,
    limit: i64,
) -> Result<(), Failure> {
    let query = diesel::sql_query(
        "UPDATE alerts SET check_at = now() WHERE player_id IN (SELECT player_id FROM alerts \
         WHERE listening AND check_at IS NULL AND checked_at < greatest($2, now() - $1) \
         ORDER BY checked_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)",
    )
    .bind::<Interval, _>(interval(idle_for))
    .bind::<Timestamptz, _>(since)
    .bind::<BigInt, _>(limit);
    query.prepared().run(connection).await
}

row! {
    struct ClaimedAlert {
        player_id: Uuid,
        quiet_from: Option<i16>,
        quiet_until: Option<i16>,
        utc_offset: Option<i16>,
        now: DateTime<Utc>,
    }
}

/// A player to look after.
pub struct Recipient {
    pub player: PlayerId,
    pub quiet: Option<QuietHours>,
    /// The time of the database.
    pub now: DateTime<Utc>,
}

/// Locks the player who has been due for the longest time and returns them, if there is one. The caller must
/// have opened a transaction.
pub async fn claim(connection: &mut Postgres) -> Result<Option<Recipient>, Failure> {
    let query = diesel::sql_query(
        "SELECT player_id, quiet_from, quiet_until, utc_offset, now() AS now FROM alerts \
         WHERE check_at <= now() ORDER BY check_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED",
    );
    let row: Option<ClaimedAlert> = query.prepared().returned_row(connection).await?;
    Ok(row.map(|row| Recipient {
        player: PlayerId(row.player_id),
        quiet: quiet(row.quiet_from, row.quiet_until, row.utc_offset),
        now: row.now,
    }))
}

pub(crate) fn quiet(from: Option<i16>, until: Option<i16>, offset: Option<i16>) -> Option<QuietHours> {
    QuietHours::new(from?.try_into().ok()?, until?.try_into().ok()?, offset?)
}

/// Looks after a claimed player again at this time.
pub async fn put_off(
    connection: &mut Postgres,
    player: PlayerId,
    until: DateTime<Utc>,
) -> Result<(), Failure> {
    diesel::sql_query("UPDATE alerts SET check_at = $2 WHERE player_id = $1")
        .bind::<SqlUuid, _>(player.0)
        .bind::<Timestamptz, _>(until)
        .run(connection)
        .await
}

/// Notes that a claimed player was looked after. A player who is not `listening` any more is left alone until
/// [`listen`].
pub async fn done(connection: &mut Postgres, player: PlayerId, listening: bool) -> Result<(), Failure> {
    diesel::sql_query(
        "UPDATE alerts SET check_at = NULL, checked_at = now(), listening = $2 WHERE player_id = $1",
    )
    .bind::<SqlUuid, _>(player.0)
    .bind::<Bool, _>(listening)
    .run(connection)
    .await
}

row! {
    struct AlertRow {
        event: String,
        subject_id: Uuid,
        number: i64,
        recent_sender: Option<Uuid>,
    }
}

/// Returns what a player was told. Names that only an earlier or later release knows are left out.
pub async fn told(connection: &mut Postgres, player: PlayerId) -> Result<ToldBefore, Failure> {
    let rows: Vec<AlertRow> = diesel::sql_query(
        "SELECT event, subject_id, number, CASE WHEN told_at > now() - $2 THEN sender_id END AS recent_sender \
         FROM alerts_told WHERE player_id = $1",
    )
    .bind::<SqlUuid, _>(player.0)
    .bind::<Interval, _>(interval(SENDER_TOLD_EVERY))
    .load(connection)
    .await?;
    let mut told = ToldBefore::default();
    for row in rows {
        let Some(event) = WebhookEvent::named(&row.event) else { continue };
        told.numbers.insert((event, row.subject_id), row.number);
        let recent = row.recent_sender.map(|sender| (GameId(row.subject_id), event, PlayerId(sender)));
        told.recent.extend(recent);
    }
    Ok(told)
}

/// Notes that a player is told these alerts. Forgets all others except `remembered`; those of other players
/// are forgotten after [`SENDER_TOLD_EVERY`].
pub async fn tell(
    connection: &mut Postgres,
    player: PlayerId,
    alerts: &[Alert],
    remembered: &[AlertKey],
) -> Result<(), Failure> {
    let columns = |all: &[AlertKey]| -> (Vec<&'static str>, Vec<Uuid>) {
        all.iter().map(|(event, id)| (event.name(), *id)).unzip()
    };
    let (events, ids) = columns(remembered);
    diesel::sql_query(
        "DELETE FROM alerts_told WHERE player_id = $1 AND (sender_id IS NULL OR told_at <= now() - $4) \
         AND (event, subject_id) NOT IN (SELECT * FROM unnest($2, $3))",
    )
    .bind::<SqlUuid, _>(player.0)
    .bind::<Array<Text>, _>(events)
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Interval, _>(interval(SENDER_TOLD_EVERY))
    .execute(connection)
    .await?;
    if alerts.is_empty() {
        return Ok(());
    }
    let (events, ids) = columns(&alerts.iter().map(Alert::told).collect::<Vec<AlertKey>>());
    let numbers: Vec<i64> = alerts.iter().map(|alert| alert.number).collect();
    let senders: Vec<Option<Uuid>> = alerts.iter().map(|alert| alert.sender.map(|sender| sender.0)).collect();
    diesel::sql_query(
        "INSERT INTO alerts_told (player_id, event, subject_id, number, sender_id) \
         SELECT $1, * FROM unnest($2, $3, $4, $5) ON CONFLICT (player_id, event, subject_id) \
         DO UPDATE SET number = excluded.number, sender_id = excluded.sender_id, told_at = now()",
    )
    .bind::<SqlUuid, _>(player.0)
    .bind::<Array<Text>, _>(events)
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<BigInt>, _>(numbers)
    .bind::<Array<Nullable<SqlUuid>>, _>(senders)
    .run(connection)
    .await
}

row! {
    struct QuietRow {
        quiet_from: Option<i16>,
        quiet_until: Option<i16>,
        utc_offset: Option<i16>,
        time_zone: Option<String>,
    }
}

/// Returns the quiet hours of a player, and the time zone of their clock, if they have named one.
pub async fn quiet_hours(
    connection: &mut Postgres,
    player: PlayerId,
) -> Result<Option<(QuietHours, Option<String>)>, Failure> {
    let row: Option<QuietRow> = diesel::sql_query(
        "SELECT quiet_from, quiet_until, utc_offset, time_zone FROM alerts WHERE player_id = $1",
    )
    .bind::<SqlUuid, _>(player.0)
    .returned_row(connection)
    .await?;
    Ok(row.and_then(|row| Some((quiet(row.quiet_from, row.quiet_until, row.utc_offset)?, row.time_zone))))
}

/// Returns how many minutes a time zone is ahead of UTC now; none if the database does not know the zone.
pub async fn utc_offset(connection: &mut Postgres, zone: &str) -> Result<Option<i16>, Failure> {
    row! {
        struct ZoneRow {
            minutes: i16,
        }
    }
    let row: Option<ZoneRow> = diesel::sql_query(format!("SELECT minutes FROM {ZONES} AS z WHERE name = $1"))
        .bind::<Text, _>(zone)
        .returned_row(connection)
        .await?;
    Ok(row.map(|row| row.minutes))
}

/// The time zones that the database knows, with how many minutes each is ahead of UTC now.
const ZONES: &str =
    "(SELECT name, (extract(epoch FROM utc_offset) / 60)::smallint AS minutes FROM pg_timezone_names)";

/// Changes the clocks of players in time zones whose clocks have changed. What waits for them is looked at
/// again.
pub async fn follow_clocks(connection: &mut Postgres) -> Result<(), Failure> {
    // In one order, so that two servers never wait for each other.
    diesel::sql_query(format!(
        "UPDATE alerts a SET utc_offset = zone.minutes, check_at = CASE WHEN a.listening THEN now() END \
         FROM (SELECT o.player_id, z.minutes FROM alerts o JOIN {ZONES} AS z ON z.name = o.time_zone \
         WHERE o.utc_offset <> z.minutes ORDER BY o.player_id FOR NO KEY UPDATE OF o) AS zone \
         WHERE a.player_id = zone.player_id"
    ))
    .run(connection)
    .await
}

/// Sets the quiet hours of a player. What waits for them is looked at again, because the hours may be over.
pub async fn set_quiet_hours(
    connection: &mut Postgres,
    player: PlayerId,
    hours: Option<QuietHours>,
    zone: Option<String>,
) -> Result<(), Failure> {
    let parts = hours.map(QuietHours::parts);
    let minute = |minute: u16| minute.cast_signed();
    diesel::sql_query(
        "INSERT INTO alerts AS a (player_id, quiet_from, quiet_until, utc_offset, time_zone) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (player_id) DO UPDATE SET quiet_from = $2, quiet_until = $3, \
         utc_offset = $4, time_zone = $5, check_at = CASE WHEN a.listening THEN now() END",
    )
    .bind::<SqlUuid, _>(player.0)
    .bind::<Nullable<SmallInt>, _>(parts.map(|(from, _, _)| minute(from)))
    .bind::<Nullable<SmallInt>, _>(parts.map(|(_, until, _)| minute(until)))
    .bind::<Nullable<SmallInt>, _>(parts.map(|(_, _, offset)| offset))
    .bind::<Nullable<Text>, _>(zone)
    .run(connection)
    .await
}
