//! Invited players of a tournament, and its organizers besides the creator.

use actix_web::web;

use super::body::TournamentBody;
use crate::Problem;
use crate::extract::{Act, Path, Username};
use crate::http::outcome::{NoContent, shown};
use crate::http::paging::{Page, PageQuery, page_items, page_of};
use lapidary_model::auth::PlayerId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Invitee;
use lapidary_operation::operation;
use lapidary_service::Tournaments;

page_of! {
    Invitee, "TournamentInvitationPage", "A page of invitations to a tournament.",
    "Those whose accounts are oldest first."
}

/// List invitations to a tournament
///
/// For organizers: the players whom `invited` of the request that created or changed the tournament has
/// named, and the players of a group of a league.
#[operation(get "/v1/tournaments/{id}/invitations", tag = "tournaments", returns = "A page of invitations")]
pub async fn list_tournament_invitations(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    query: web::Query<PageQuery>,
) -> Result<Page<Invitee>, Problem> {
    let limit = page_items(query.limit)?;
    let after = query.cursor.map(PlayerId);
    let found = tournaments.invited(id, &caller, after, limit + 1).await?;
    Ok(Page::cut(found, limit, |invitee| invitee.player.player.0))
}

/// Take an invitation to a tournament back
///
/// For organizers. A player declines with the own name. An entry that the player has stays; whoever is
/// neither invited nor entered does not see a private tournament.
#[operation(delete "/v1/tournaments/{id}/invitations/{username}", tag = "tournaments",
    returns = "The player is not invited")]
pub async fn take_tournament_invitation_back(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(username): Path<Username>,
) -> Result<NoContent, Problem> {
    NoContent::after(tournaments.uninvite(id, &caller, &username)).await
}

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
