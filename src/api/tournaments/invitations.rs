//! Players who are invited to enter a tournament.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::accounts::player_ref::PlayerRef;
use crate::extract::{Act, Path, Username};
use crate::http::outcome::NoContent;
use crate::http::paging::{Page, PageQuery, page_items, page_of};
use lapidary_model::auth::PlayerId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Invitee;
use lapidary_operation::operation;
use lapidary_service::Tournaments;

/// A player who is invited to enter a tournament.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentInvitation)]
pub struct InvitationBody {
    player: PlayerRef,
    /// Whether the player has entered, and not left.
    entered: bool,
}

impl From<&Invitee> for InvitationBody {
    fn from(invitee: &Invitee) -> Self {
        InvitationBody { player: (&invitee.player).into(), entered: invitee.entered }
    }
}

page_of! {
    InvitationBody, "TournamentInvitationPage", "A page of invitations to a tournament.",
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
) -> Result<Page<InvitationBody>, Problem> {
    let limit = page_items(query.limit)?;
    let after = query.cursor.map(PlayerId);
    let found = tournaments.invited(id, &caller, after, limit + 1).await?;
    Ok(Page::cut(found, limit, |invitee| invitee.player.player.0).shown())
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
