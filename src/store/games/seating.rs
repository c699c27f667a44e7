//! Who sits in a game: coming, going, and the seats that the deal assigns.

use diesel::dsl::max;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::terms::GameId;
use crate::auth::PlayerId;
use crate::store::Failure;
use crate::store::schema::game_seats;

/// Puts a player at the end of those who wait. To be called while the game is locked.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn seat(connection: &mut AsyncPgConnection, game: GameId, player: PlayerId) -> Result<(), Failure> {
    let last: Option<i16> = game_seats::table
        .filter(game_seats::game_id.eq(game.0))
        .select(max(game_seats::join_order))
        .first(connection)
        .await?;
    diesel::insert_into(game_seats::table)
        .values((
            game_seats::game_id.eq(game.0),
            game_seats::join_order.eq(last.map_or(0, |last| last.saturating_add(1))),
            game_seats::player_id.eq(player.0),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// Takes a player away from those who wait.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn unseat(
    connection: &mut AsyncPgConnection,
    game: GameId,
    player: PlayerId,
) -> Result<(), Failure> {
    let his = game_seats::game_id.eq(game.0).and(game_seats::player_id.eq(player.0));
    diesel::delete(game_seats::table.filter(his)).execute(connection).await?;
    Ok(())
}

/// Gives every player his seat: the first of the list sits in seat 0.
///
/// # Errors
///
/// When the database gives no answer.
pub async fn assign(
    connection: &mut AsyncPgConnection,
    game: GameId,
    by_seat: &[PlayerId],
) -> Result<(), Failure> {
    for (seat, player) in (0_i16..).zip(by_seat) {
        let his = game_seats::game_id.eq(game.0).and(game_seats::player_id.eq(player.0));
        diesel::update(game_seats::table.filter(his))
            .set(game_seats::seat.eq(seat))
            .execute(connection)
            .await?;
    }
    Ok(())
}
