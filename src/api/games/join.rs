//! Joining and leaving a game before it starts.

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::GameBody;
use super::terms::read_entropy;
use crate::Problem;
use crate::extract::{Act, Caller, Optional, Path};
use crate::http::outcome::shown;
use lapidary_engine::deal::Entropy;
use lapidary_model::game::GameId;
use lapidary_operation::operation;
use lapidary_service::games::Opening;

/// Optional data for joining; the body may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinGame {
    /// The entropy that the player contributes to the deal: up to 64 bytes in hexadecimal.
    #[schema(pattern = "^([0-9a-fA-F]{2}){0,64}$", example = "00112233445566778899aabbccddeeff")]
    entropy: Option<String>,
}

impl JoinGame {
    /// Returns the entropy that the player contributes to the deal.
    pub fn entropy(&self) -> Result<Option<Entropy>, Problem> {
        self.entropy.as_deref().map(read_entropy).transpose()
    }
}

/// Join a game
///
/// The game starts when the last seat is taken. Joining again replaces the entropy while the game waits for
/// players, and changes nothing after the start.
#[operation(post "/v1/games/{id}/join", tag = "games", returns = "The game")]
pub async fn join_game(
    games: web::Data<Opening>,
    caller: Caller,
    Path(id): Path<GameId>,
    Optional(body): Optional<JoinGame>,
) -> Result<web::Json<GameBody>, Problem> {
    let entropy = body.entropy()?;
    shown(games.join(id, &caller, entropy)).await
}

/// Leave a game that has not started
///
/// If the creator leaves, the game is aborted. Leaving again changes nothing. After leaving a private game, a
/// player who is not invited gets `not_found` for it. Once the game has started, resign instead.
#[operation(post "/v1/games/{id}/leave", tag = "games", returns = "The game")]
pub async fn leave_game(
    Act(games, caller, id): Act<Opening, GameId>,
) -> Result<web::Json<GameBody>, Problem> {
    shown(games.leave(id, &caller)).await
}
