//! Organizers of a tournament besides its creator.

use actix_web::web;

use super::body::TournamentBody;
use crate::Problem;
use crate::extract::{Act, Path, Username};
use crate::http::outcome::{NoContent, shown};
use lapidary_model::tournament::TournamentId;
use lapidary_operation::operation;
use lapidary_service::Tournaments;

/// Accept to organize a tournament
///
/// For a player who was asked: `organizers` of the request that created or changed the tournament has named
/// them. From then on they can do what organizers can. Repeating the request changes nothing.
/// `DELETE …/organizers/{username}` with the own name declines.
#[operation(post "/v1/tournaments/{id}/organizers/accept", tag = "tournaments", returns = "The tournament")]
pub async fn accept_organizing(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
) -> Result<web::Json<TournamentBody>, Problem> {
    shown(tournaments.accept_organizing(id, &caller)).await
}

/// Remove an organizer
///
/// An organizer leaves, and a player who was asked declines, with the own name. The creator takes away
/// others, and invitations back. The creator stays, and so does the last organizer of a running tournament:
/// `organizer_needed`.
#[operation(delete "/v1/tournaments/{id}/organizers/{username}", tag = "tournaments",
    returns = "The player does not organize the tournament", username = "The name of the organizer")]
pub async fn remove_organizer(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(username): Path<Username>,
) -> Result<NoContent, Problem> {
    NoContent::after(tournaments.remove_organizer(id, &caller, &username)).await
}
