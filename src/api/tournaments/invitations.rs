//! Players who are invited to enter a tournament.

use actix_web::{HttpRequest, HttpResponse, delete, get, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::list::PageQuery;
use crate::Problem;
use crate::accounts::player_ref::PlayerRef;
use crate::extract::{LiveCaller, TournamentPath};
use crate::http::paging::{cut, page, page_items};
use lapidary_model::auth::PlayerId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Invitee;
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

/// A page of invitations to a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub struct TournamentInvitationPage {
    /// Those whose accounts are oldest first.
    items: Vec<InvitationBody>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// List invitations to a tournament
///
/// For organizers: the players whom `invited` of the request that created or changed the tournament has
/// named, and the players of a group of a league.
#[utoipa::path(tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament"), PageQuery), responses(
    (status = 200, description = "A page of invitations", body = TournamentInvitationPage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`")))
))]
#[get("/v1/tournaments/{id}/invitations")]
pub async fn list_tournament_invitations(
    request: HttpRequest,
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
    query: web::Query<PageQuery>,
) -> Result<HttpResponse, Problem> {
    let limit = page_items(query.limit)?;
    let after = query.cursor.map(PlayerId);
    let mut found = tournaments.invited(TournamentId(*id), &caller, after, limit + 1).await?;
    let next_cursor = cut(&mut found, limit, |invitee| invitee.player.player.0);
    let items = found.iter().map(InvitationBody::from).collect();
    let body = TournamentInvitationPage { items, next_cursor: next_cursor.clone() };
    Ok(page(&request, &format!("/v1/tournaments/{}/invitations", *id), next_cursor.as_deref(), body))
}

/// Take an invitation to a tournament back
///
/// For organizers. A player declines with the own name. An entry that the player has stays; whoever is
/// neither invited nor entered does not see a private tournament.
#[utoipa::path(tag = "tournaments",
    params(("id" = Uuid, Path, description = "The tournament"), ("username" = String, Path, description = "The name of the player")), responses(
    (status = 204, description = "The player is not invited")
))]
#[delete("/v1/tournaments/{id}/invitations/{username}")]
pub async fn take_tournament_invitation_back(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    tournaments.uninvite(TournamentId(*id), &caller, &path.1).await?;
    Ok(HttpResponse::NoContent().finish())
}
