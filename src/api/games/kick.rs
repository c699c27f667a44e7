//! Kicking players.

use actix_web::web;

use super::body::GameBody;
use crate::Problem;
use crate::extract::{Act, Valid};
use crate::http::outcome::shown;
use lapidary_model::game::GameId;
use lapidary_operation::{body, operation};
use lapidary_service::games::Opening;

/// The player to kick.
#[body]
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
#[operation(post "/v1/games/{id}/kick", tag = "games", returns = "The game")]
pub async fn kick_player(
    Act(games, caller, id): Act<Opening, GameId>,
    Valid(body): Valid<KickPlayer>,
) -> Result<web::Json<GameBody>, Problem> {
    shown(games.kick(id, &caller, &body.username)).await
}
