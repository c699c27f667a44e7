//! Who decides what about a table: whom its creator sends away, who agrees to abort it, and which tables have waited too long.

use std::time::Duration;

use diesel::dsl::{exists, select, sql};
use diesel::pg::data_types::PgInterval;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Interval};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::auth::PlayerId;
use crate::engine::seat::Seat;
use crate::model::game::{GameId, Status};
use crate::store::Failure;
use crate::store::schema::{blocks, games, kicks};

/// The longest age that is asked for, a hundred years: the database knows no instant that is much older.
const AGE_MAX: Duration = Duration::from_secs(100 * 365 * 86_400);

/// Notes that a player was sent away from a table.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn kick(connection: &mut AsyncPgConnection, game: GameId, player: PlayerId) -> Result<(), Failure> {
    diesel::insert_into(kicks::table)
        .values((kicks::game_id.eq(game.0), kicks::player_id.eq(player.0)))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    Ok(())
}

/// Whether a player was sent away from a table.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn is_kicked(
    connection: &mut AsyncPgConnection,
    game: GameId,
    player: PlayerId,
) -> Result<bool, Failure> {
    Ok(select(exists(kicks::table.find((game.0, player.0)))).get_result(connection).await?)
}

/// Whether a player cannot join a table: its creator has sent them away or blocks them.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn is_shut_out(
    connection: &mut AsyncPgConnection,
    game: GameId,
    creator: PlayerId,
    player: PlayerId,
) -> Result<bool, Failure> {
    let kicked = exists(kicks::table.find((game.0, player.0)));
    let blocked = exists(blocks::table.find((creator.0, player.0)));
    Ok(select(kicked.or(blocked)).get_result(connection).await?)
}

/// Stores which seats agree to abort a game as it stands. To be called while the game is locked.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn agree_to_abort(
    connection: &mut AsyncPgConnection,
    game: GameId,
    seats: &[Seat],
) -> Result<(), Failure> {
    let numbers: Vec<i16> = seats.iter().map(|seat| seat.number().into()).collect();
    diesel::update(games::table.find(game.0))
        .set(games::abort_agreed.eq(numbers))
        .execute(connection)
        .await?;
    Ok(())
}

/// Locks some tables that have waited for longer than this, those that no other server is about to expire.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn lock_expired(
    connection: &mut AsyncPgConnection,
    older_than: Duration,
    limit: i64,
) -> Result<Vec<GameId>, Failure> {
    let age = i64::try_from(older_than.min(AGE_MAX).as_micros()).unwrap_or(i64::MAX);
    let age = PgInterval::from_microseconds(age);
    let expired = sql::<Bool>("created_at < now() - ").bind::<Interval, _>(age);
    let ids: Vec<Uuid> = games::table
        .filter(games::status.eq(Status::Waiting.name()).and(expired))
        .order(games::created_at)
        .limit(limit)
        .select(games::id)
        .for_update()
        .skip_locked()
        .load(connection)
        .await?;
    Ok(ids.into_iter().map(GameId).collect())
}
