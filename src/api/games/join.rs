//! Joining and leaving a game before it starts.

use actix_web::{HttpResponse, post, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::GameBody;
use super::terms::read_entropy;
use crate::Problem;
use crate::extract::{GamePath, LiveCaller, Optional};
use lapidary_engine::deal::Entropy;
use lapidary_model::game::GameId;
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
    ///
    /// # Errors
    /// `validation_failed` if it is not up to 64 bytes in hexadecimal.
    pub fn entropy(&self) -> Result<Option<Entropy>, Problem> {
        self.entropy.as_deref().map(read_entropy).transpose()
    }
}

/// Join a game
///
/// The game starts when the last seat is taken. Joining again replaces the entropy while the game waits for
/// players, and changes nothing after the start.
#[utoipa::path(tag = "games", request_body = Option<JoinGame>,
    params(("id" = Uuid, Path, description = "The game")), responses(
    (status = 200, description = "The game", body = GameBody)
))]
#[post("/v1/games/{id}/join")]
pub async fn join_game(
    games: web::Data<Opening>,
    caller: LiveCaller,
    id: GamePath,
    Optional(body): Optional<JoinGame>,
) -> Result<HttpResponse, Problem> {
    let entropy = body.entropy()?;
    let game = games.join(GameId(*id), &caller, entropy).await?;
    Ok(HttpResponse::Ok().json(GameBody::from(&game)))
}

/// Leave a game that has not started
///
/// If the creator leaves, the game is aborted. Leaving again changes nothing. After leaving a private game, a
/// player who is not invited gets `not_found` for it. Once the game has started, resign instead.
#[utoipa::path(tag = "games",
    params(("id" = Uuid, Path, description = "The game")), responses(
    (status = 200, description = "The game", body = GameBody)
))]
#[post("/v1/games/{id}/leave")]
pub async fn leave_game(
    games: web::Data<Opening>,
    caller: LiveCaller,
    id: GamePath,
) -> Result<HttpResponse, Problem> {
    let game = games.leave(GameId(*id), &caller).await?;
    Ok(HttpResponse::Ok().json(GameBody::from(&game)))
}
