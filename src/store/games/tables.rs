//! Games that wait for players or have just begun: kicked players, agreements to abort, and games that have
//! waited too long.

use std::collections::HashMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::dsl::{exists, select, sql};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Interval, Timestamptz};
use diesel_async::RunQueryDsl;
use futures_util::future::try_join;
use uuid::Uuid;

use crate::by_hand::interval;
use crate::run::Run;
use crate::schema::{blocks, game_log, game_seats, games, kicks};
use crate::{Failure, Postgres, unreadable};
use lapidary_engine::seat::Seat;
use lapidary_model::auth::PlayerId;
use lapidary_model::counters::Counters;
use lapidary_model::game::{GameId, Status, Version};
use lapidary_model::log::NewEntry;

/// Records that a player was kicked from a game.
pub async fn kick(connection: &mut Postgres, game: GameId, player: PlayerId) -> Result<(), Failure> {
    diesel::insert_into(kicks::table)
        .values((kicks::game_id.eq(game.0), kicks::player_id.eq(player.0)))
        .on_conflict_do_nothing()
        .run(connection)
        .await
}

/// Returns whether a player was kicked from a game.
pub async fn is_kicked(mut connection: &Postgres, game: GameId, player: PlayerId) -> Result<bool, Failure> {
    let kicked = exists(kicks::table.find((game.0, player.0)));
    Ok(select(kicked).prepared().get_result(&mut connection).await?)
}

/// Returns whether a player cannot join a game because its creator has kicked or blocked them.
pub async fn is_shut_out(
    connection: &Postgres,
    game: GameId,
    creator: PlayerId,
    player: PlayerId,
) -> Result<bool, Failure> {
    let blocked = select(exists(blocks::table.find((creator.0, player.0)))).prepared().only_row(connection);
    let (kicked, blocked) = try_join(is_kicked(connection, game, player), blocked).await?;
    Ok(kicked || blocked)
}

/// Aborts games that the caller has locked at these versions, with this entry in the log of each. Returns
/// when.
pub async fn abort(
    connection: &mut Postgres,
    held: &[(GameId, Version)],
    entry: &NewEntry,
) -> Result<DateTime<Utc>, Failure> {
    let ids: Vec<Uuid> = held.iter().map(|(game, _)| game.0).collect();
    diesel::update(games::table.filter(games::id.eq_any(&ids)))
        .set((
            games::version.eq(games::version + 1),
            games::status.eq(Status::Aborted.name()),
            games::abort_agreed.eq(Vec::<i16>::new()),
            games::updated_at.eq(sql::<Timestamptz>("now()")),
        ))
        .execute(connection)
        .await?;
    diesel::update(game_seats::table.filter(game_seats::game_id.eq_any(&ids)))
        .set(game_seats::over.eq(true))
        .execute(connection)
        .await?;
    let row = |(game, version): &(GameId, Version)| {
        (
            game_log::game_id.eq(game.0),
            game_log::seq.eq(version.plus(1).0.cast_signed()),
            game_log::seat.eq(entry.seat.map(|seat| i16::from(seat.number()))),
            game_log::by.eq(entry.by.name()),
            game_log::kind.eq(entry.kind.name()),
            game_log::action.eq(entry.action.as_deref()),
        )
    };
    let rows: Vec<_> = held.iter().map(row).collect();
    diesel::insert_into(game_log::table).values(rows).execute(connection).await?;
    let ended = &Counters::shared().games_ended;
    ended.with_label_values(&[Status::Aborted.name()]).inc_by(held.len() as u64);
    now(connection).await
}

/// Stores the seats that agree to abort the current game. The caller must hold the lock of the game.
pub async fn agree_to_abort(connection: &mut Postgres, game: GameId, seats: &[Seat]) -> Result<(), Failure> {
    let numbers: Vec<i16> = seats.iter().map(|seat| seat.number().into()).collect();
    diesel::update(games::table.find(game.0)).set(games::abort_agreed.eq(numbers)).run(connection).await
}

/// Returns whether a game has not changed for this long.
pub async fn is_stalled(connection: &mut Postgres, game: GameId, for_: Duration) -> Result<bool, Failure> {
    let stalled = sql::<Bool>("updated_at <= now() - ").bind::<Interval, _>(interval(for_));
    let found: Option<bool> = games::table.find(game.0).select(stalled).first_row(connection).await?;
    Ok(found.unwrap_or(false))
}

/// Returns the time of the database.
pub async fn now(mut connection: &Postgres) -> Result<DateTime<Utc>, Failure> {
    Ok(select(diesel::dsl::now.into_sql::<Timestamptz>()).get_result(&mut connection).await?)
}

/// Returns the status of a game and the seats that agree to abort it, if it still has this version.
pub async fn offers(
    connection: &mut Postgres,
    game: GameId,
    version: Version,
) -> Result<Option<(Status, Vec<Seat>)>, Failure> {
    let row: Option<(String, Vec<i16>)> = games::table
        .find(game.0)
        .filter(games::version.eq(version.0.cast_signed()))
        .select((games::status, games::abort_agreed))
        .first_row(connection)
        .await?;
    let seat = |number: i16| Seat::new(number.try_into().ok()?);
    row.map(|(status, agreed)| {
        let status = Status::named(&status).ok_or_else(|| unreadable("the status of a game"))?;
        Ok((status, agreed.into_iter().filter_map(seat).collect()))
    })
    .transpose()
}

/// Returns a batch of games that have waited longer than this, the oldest first.
pub async fn expired(
    connection: &mut Postgres,
    older_than: Duration,
    limit: i64,
) -> Result<Vec<GameId>, Failure> {
    let expired = sql::<Bool>("created_at < now() - ").bind::<Interval, _>(interval(older_than));
    let ids: Vec<Uuid> = games::table
        .filter(games::status.eq(Status::Waiting.name()).and(expired))
        .order(games::created_at)
        .limit(limit)
        .select(games::id)
        .load(connection)
        .await?;
    Ok(ids.into_iter().map(GameId).collect())
}

/// Returns those of these games that may have changed: with a newer version than the known one, with an open
/// offer, and all that wait for players, because players come and go without a new version.
pub async fn changed(
    connection: &mut Postgres,
    known: &[(GameId, Version)],
) -> Result<Vec<(GameId, Version)>, Failure> {
    let versions: HashMap<Uuid, Version> = known.iter().map(|(game, version)| (game.0, *version)).collect();
    let ids: Vec<Uuid> = versions.keys().copied().collect();
    let rows: Vec<(Uuid, i32, Vec<i16>, String)> = games::table
        .filter(games::id.eq_any(&ids))
        .select((games::id, games::version, games::abort_agreed, games::status))
        .load(connection)
        .await?;
    let current = rows.into_iter().map(|(id, version, agreed, status)| {
        let changes_alone = !agreed.is_empty() || status == Status::Frozen.name();
        (id, Version(version.cast_unsigned()), changes_alone)
    });
    let newer = current.filter(|(id, version, changes_alone)| {
        *version == Version::ZERO || *changes_alone || versions.get(id).is_some_and(|known| known < version)
    });
    Ok(newer.map(|(id, version, _)| (GameId(id), version)).collect())
}

/// Locks a game that waits for players and returns its creator, or `None` if it does not wait any more or
/// another transaction has locked it.
pub async fn lock_waiting(connection: &mut Postgres, game: GameId) -> Result<Option<PlayerId>, Failure> {
    let creator: Option<Uuid> = games::table
        .filter(games::id.eq(game.0).and(games::status.eq(Status::Waiting.name())))
        .select(games::creator_id)
        .for_update()
        .skip_locked()
        .first_row(connection)
        .await?;
    Ok(creator.map(PlayerId))
}
