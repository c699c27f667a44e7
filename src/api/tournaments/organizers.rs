//! Organizers of a tournament besides its creator.

use actix_web::{HttpResponse, delete, post, web};

use super::body::TournamentBody;
use crate::Problem;
use crate::extract::{LiveCaller, TournamentPath};
use lapidary_model::tournament::TournamentId;
use lapidary_service::Tournaments;

/// Accept to organize a tournament
///
/// For a player who was asked: `organizers` of the request that created or changed the tournament has named
/// them. From then on they can do what organizers can. Repeating the request changes nothing.
/// `DELETE …/organizers/{username}` with the own name declines.
#[utoipa::path(tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament")), responses(
    (status = 200, description = "The tournament", body = TournamentBody)
))]
#[post("/v1/tournaments/{id}/organizers/accept")]
pub async fn accept_organizing(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
) -> Result<HttpResponse, Problem> {
    let view = tournaments.accept_organizing(TournamentId(*id), &caller).await?;
    Ok(HttpResponse::Ok().json(TournamentBody::from(&view)))
}

/// Remove an organizer
///
/// An organizer leaves, and a player who was asked declines, with the own name. The creator takes away
/// others, and invitations back. The creator stays, and so does the last organizer of a running tournament:
/// `organizer_needed`.
#[utoipa::path(tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament"), ("username" = String, Path, description = "The name of the organizer")), responses(
    (status = 204, description = "The player does not organize the tournament")
))]
#[delete("/v1/tournaments/{id}/organizers/{username}")]
pub async fn remove_organizer(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    tournaments.remove_organizer(TournamentId(*id), &caller, &path.1).await?;
    Ok(HttpResponse::NoContent().finish())
}
