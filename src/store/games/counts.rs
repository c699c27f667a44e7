//! How many games an account has, for the limits on it.

use diesel::dsl::{count_star, sql};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::auth::PlayerId;
use crate::model::game::{GameId, Status};
use crate::store::Failure;
use crate::store::schema::{aborts, game_seats, games};

/// What an account has created and sits in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameCounts {
    /// The tables that it has opened and that wait for players.
    pub waiting: i64,
    /// The games that wait or are played in which it sits.
    pub unfinished: i64,
    /// The games that it has created within an hour.
    pub created_in_an_hour: i64,
}

/// Keeps other requests from giving this account a game until the transaction ends, so that counts stay true.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn hold_account(connection: &mut AsyncPgConnection, player: PlayerId) -> Result<(), Failure> {
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtextextended('games of ' || $1::text, 0))")
        .bind::<diesel::sql_types::Uuid, _>(player.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Counts the games of an account.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn count(connection: &mut AsyncPgConnection, player: PlayerId) -> Result<GameCounts, Failure> {
    let created = games::table.filter(games::creator_id.eq(player.0));
    let recent = sql::<Bool>("created_at > now() - interval '1 hour'");
    let waiting = games::status.eq(Status::Waiting.name());
    Ok(GameCounts {
        waiting: created.filter(waiting).select(count_star()).first(connection).await?,
        unfinished: unfinished_count(connection, player).await?,
        created_in_an_hour: created.filter(recent).select(count_star()).first(connection).await?,
    })
}

/// Counts the games that wait or are played in which a player sits.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn unfinished_count(connection: &mut AsyncPgConnection, player: PlayerId) -> Result<i64, Failure> {
    Ok(game_seats::table
        .inner_join(games::table)
        .filter(game_seats::player_id.eq(player.0))
        .filter(games::status.eq_any([Status::Waiting.name(), Status::Active.name()]))
        .select(count_star())
        .first(connection)
        .await?)
}

/// Notes that a player has aborted a game without the agreement of the others.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn note_abort(
    connection: &mut AsyncPgConnection,
    game: GameId,
    player: PlayerId,
) -> Result<(), Failure> {
    diesel::insert_into(aborts::table)
        .values((aborts::game_id.eq(game.0), aborts::player_id.eq(player.0)))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    Ok(())
}

/// Counts the games that a player has aborted within a day without the agreement of the others.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn aborts_in_a_day(connection: &mut AsyncPgConnection, player: PlayerId) -> Result<i64, Failure> {
    Ok(aborts::table
        .filter(aborts::player_id.eq(player.0))
        .filter(sql::<Bool>("aborted_at > now() - interval '24 hours'"))
        .select(sql::<BigInt>("count(*)"))
        .first(connection)
        .await?)
}
