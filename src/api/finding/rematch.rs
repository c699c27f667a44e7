//! Rematches of games that are over.

use actix_web::web;

use crate::Problem;
use crate::extract::{Act, Optional};
use crate::games::body::GameBody;
use crate::games::join::JoinGame;
use crate::http::outcome::{NoContent, shown};
use lapidary_model::game::GameId;
use lapidary_operation::operation;
use lapidary_service::games::Finding;

/// Offer a rematch, or agree to it
///
/// Returns the game that is over; its `rematch` says who agrees, and names the new game as soon as it has
/// started. The rematch starts when every player of the game has agreed. It has the same terms, and each
/// player sits one seat earlier: the player who moved second begins. The offer is a challenge to the other
/// players, so they also find it among their invitations, can decline it, and it expires like a challenge.
/// Agreeing again replaces the entropy while the offer is open.
#[operation(post "/v1/games/{id}/rematch", tag = "finding",
    returns = "The game that is over", id = "The game that is over")]
pub async fn offer_rematch(
    Act(games, caller, id): Act<Finding, GameId>,
    Optional(body): Optional<JoinGame>,
) -> Result<web::Json<GameBody>, Problem> {
    shown(games.offer_rematch(id, &caller, body.entropy()?)).await
}

/// Take back the agreement to a rematch
///
/// If the caller offered the rematch, the offer ends, and others who agreed have to agree again to a new one.
/// Without an agreement nothing changes.
#[operation(delete "/v1/games/{id}/rematch", tag = "finding",
    returns = "The caller does not agree to a rematch", id = "The game that is over")]
pub async fn take_rematch_back(Act(games, caller, id): Act<Finding, GameId>) -> Result<NoContent, Problem> {
    NoContent::after(games.take_rematch_back(id, &caller)).await
}
