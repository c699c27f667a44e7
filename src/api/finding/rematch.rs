//! Rematches of games that are over.

use actix_web::{HttpResponse, delete, post, web};

use crate::Problem;
use crate::extract::{GamePath, LiveCaller, Optional};
use crate::games::body::GameBody;
use crate::games::join::JoinGame;
use lapidary_model::game::GameId;
use lapidary_service::games::Finding;

/// Offer a rematch, or agree to it
///
/// Returns the game that is over; its `rematch` says who agrees, and names the new game as soon as it has
/// started. The rematch starts when every player of the game has agreed. It has the same terms, and each
/// player sits one seat earlier: the player who moved second begins. The offer is a challenge to the other
/// players, so they also find it among their invitations, can decline it, and it expires like a challenge.
/// Agreeing again replaces the entropy while the offer is open.
#[utoipa::path(tag = "finding", request_body = Option<JoinGame>,
    params(("id" = Uuid, Path, description = "The game that is over")), responses(
    (status = 200, description = "The game that is over", body = GameBody)
))]
#[post("/v1/games/{id}/rematch")]
pub async fn offer_rematch(
    games: web::Data<Finding>,
    caller: LiveCaller,
    id: GamePath,
    Optional(body): Optional<JoinGame>,
) -> Result<HttpResponse, Problem> {
    let game = Box::pin(games.offer_rematch(GameId(*id), &caller, body.entropy()?)).await?;
    Ok(HttpResponse::Ok().json(GameBody::from(&game)))
}

/// Take back the agreement to a rematch
///
/// If the caller offered the rematch, the offer ends, and others who agreed have to agree again to a new one.
/// Without an agreement nothing changes.
#[utoipa::path(tag = "finding",
    params(("id" = Uuid, Path, description = "The game that is over")), responses(
    (status = 204, description = "The caller does not agree to a rematch")
))]
#[delete("/v1/games/{id}/rematch")]
pub async fn take_rematch_back(
    games: web::Data<Finding>,
    caller: LiveCaller,
    id: GamePath,
) -> Result<HttpResponse, Problem> {
    games.take_rematch_back(GameId(*id), &caller).await?;
    Ok(HttpResponse::NoContent().finish())
}
