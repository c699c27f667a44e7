//! Kicking players.

use actix_web::{HttpResponse, post, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::GameBody;
use crate::Problem;
use crate::extract::{GamePath, LiveCaller, Valid};
use lapidary_model::game::GameId;
use lapidary_service::games::Opening;

/// The player to kick.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct KickPlayer {
    /// The name of a player in the game.
    #[schema(pattern = "^[^\\x00]*$", min_length = 3, max_length = 20, example = "grace")]
    username: String,
}

/// Kick a player
///
/// Frees the seat of another player and withdraws their invitation. The player cannot join this game again.
/// Only the creator can kick, and only while the game waits for players. Kicking the same player again
/// changes nothing.
#[utoipa::path(tag = "games", request_body = KickPlayer,
    params(("id" = Uuid, Path, description = "The game")), responses(
    (status = 200, description = "The game", body = GameBody)
))]
#[post("/v1/games/{id}/kick")]
pub async fn kick_player(
    games: web::Data<Opening>,
    caller: LiveCaller,
    id: GamePath,
    Valid(body): Valid<KickPlayer>,
) -> Result<HttpResponse, Problem> {
    let game = games.kick(GameId(*id), &caller, &body.username).await?;
    Ok(HttpResponse::Ok().json(GameBody::from(&game)))
}
