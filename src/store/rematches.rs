//! Which game the players of a game agree to play next.

use diesel::prelude::*;
use uuid::Uuid;

use super::schema::rematches;
use super::{Failure, Postgres};
use crate::run::Run;
use lapidary_model::game::GameId;

/// Returns the next game of a game.
pub async fn next(connection: &mut Postgres, game: GameId) -> Result<Option<GameId>, Failure> {
    let next: Option<Uuid> =
        rematches::table.find(game.0).select(rematches::next_game).first_row(connection).await?;
    Ok(next.map(GameId))
}

/// Stores the next game of a game, and replaces an earlier one that did not start. The caller must hold the
/// lock of the game.
pub async fn set(connection: &mut Postgres, game: GameId, next: GameId) -> Result<(), Failure> {
    diesel::insert_into(rematches::table)
        .values((rematches::game_id.eq(game.0), rematches::next_game.eq(next.0)))
        .on_conflict(rematches::game_id)
        .do_update()
        .set(rematches::next_game.eq(next.0))
        .run(connection)
        .await
}
