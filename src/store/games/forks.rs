//! Forks: games that begin with a position of another game.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::run::Run;
use crate::schema::{game_secrets, games};
use crate::{Failure, Postgres, unreadable};
use lapidary_engine::game::Game;
use lapidary_model::game::{GameId, Origin};
use lapidary_model::stored::origin::read_origin;

/// Makes a game that waits for players a fork: it begins with this position. The caller must have opened the
/// transaction that creates the game.
pub async fn set_origin(
    connection: &mut Postgres,
    game: GameId,
    origin: Origin,
    position: &Game,
) -> Result<(), Failure> {
    diesel::update(games::table.find(game.0))
        .set((games::origin_id.eq(origin.game.0), games::origin_version.eq(origin.at.0.cast_signed())))
        .execute(connection)
        .await?;
    diesel::update(game_secrets::table.find(game.0))
        .set(game_secrets::position.eq(position.encode()))
        .run(connection)
        .await
}

/// Returns the origin of a game; none if it begins from the start.
pub async fn origin(connection: &mut Postgres, game: GameId) -> Result<Option<Origin>, Failure> {
    let row: (Option<Uuid>, Option<i32>) =
        games::table.find(game.0).select((games::origin_id, games::origin_version)).first(connection).await?;
    read_origin(row).ok_or_else(|| unreadable("the origin of a game"))
}
