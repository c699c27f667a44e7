//! Entering a tournament and leaving it.

use actix_web::{HttpResponse, post, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::EntryBody;
use crate::Problem;
use crate::extract::{LiveCaller, Optional, TournamentPath};
use crate::games::terms::read_entropy;
use lapidary_model::tournament::TournamentId;
use lapidary_service::Tournaments;
use lapidary_service::tournaments::Leave;

/// Optional data for entering; the body may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EnterTournament {
    /// The entropy that the player contributes to the deal of each of their games: up to 64 bytes in
    /// hexadecimal.
    #[schema(pattern = "^([0-9a-fA-F]{2}){0,64}$", example = "00112233445566778899aabbccddeeff")]
    entropy: Option<String>,
}

/// Optional data for leaving; the body may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawFromTournament {
    /// Whether the player only pauses, and can enter again.
    #[schema(nullable = false)]
    pause: Option<bool>,
}

/// Enter a tournament
///
/// Entering is the consent to be paired: the server creates and starts the games. A player who has paused
/// comes back, also one whom an arena has paused because they did not play. A second entry is refused with
/// `already_entered`.
#[utoipa::path(tag = "tournaments", request_body = Option<EnterTournament>,
    params(("id" = Uuid, Path, description = "The tournament")), responses(
    (status = 200, description = "The entry", body = EntryBody)
))]
#[post("/v1/tournaments/{id}/enter")]
pub async fn enter_tournament(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
    Optional(body): Optional<EnterTournament>,
) -> Result<HttpResponse, Problem> {
    let entropy = body.entropy.as_deref().map(read_entropy).transpose()?;
    let entry = tournaments.enter(TournamentId(*id), &caller, entropy).await?;
    Ok(HttpResponse::Ok().json(EntryBody::from(&entry)))
}

/// Withdraw from a tournament
///
/// Before the start the entry is deleted. Later it is not paired any more; a game that is played goes on.
/// With `pause`, the player can enter again.
#[utoipa::path(tag = "tournaments", request_body = Option<WithdrawFromTournament>,
    params(("id" = Uuid, Path, description = "The tournament")), responses(
    (status = 204, description = "The caller is not paired any more")
))]
#[post("/v1/tournaments/{id}/withdraw")]
pub async fn withdraw_from_tournament(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
    Optional(body): Optional<WithdrawFromTournament>,
) -> Result<HttpResponse, Problem> {
    let leave = if body.pause == Some(true) { Leave::Pause } else { Leave::Drop };
    tournaments.withdraw(TournamentId(*id), &caller, leave).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Confirm that I am ready
///
/// After a round is paired, its players have some time to say that they are ready. When everybody is ready,
/// or the time is over, the games start: whoever is missing leaves the round without points, and after
/// missing a second round the tournament. Repeating the request changes nothing.
#[utoipa::path(tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament")), responses(
    (status = 204, description = "The caller is ready")
))]
#[post("/v1/tournaments/{id}/ready")]
pub async fn confirm_ready(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
) -> Result<HttpResponse, Problem> {
    tournaments.ready(TournamentId(*id), &caller).await?;
    Ok(HttpResponse::NoContent().finish())
}
