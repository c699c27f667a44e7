//! Invitations to a club, and applications.

use actix_web::web;

use crate::Problem;
use crate::extract::{Act, Path, Username};
use crate::http::outcome::NoContent;
use crate::http::paging::{Page, PageQuery, page_items, page_of};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::club::{ClubId, ClubRequest, RequestKind};
use lapidary_operation::operation;
use lapidary_service::Clubs;

page_of! {
    ClubRequest, "ClubRequestPage", "A page of invitations or applications.",
    "Those whose accounts are oldest first."
}

async fn requests(
    clubs: &Clubs,
    id: ClubId,
    caller: &Identity,
    kind: RequestKind,
    query: &PageQuery,
) -> Result<Page<ClubRequest>, Problem> {
    let limit = page_items(query.limit)?;
    let found = clubs.requests(id, caller, kind, query.cursor.map(PlayerId), limit + 1).await?;
    Ok(Page::cut(found, limit, |request| request.player.player.0))
}

/// List invitations to a club
///
/// For the owner and managers: players who are invited and have not answered.
#[operation(get "/v1/clubs/{id}/invitations", tag = "clubs", returns = "A page of invitations")]
pub async fn list_club_invitations(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    query: web::Query<PageQuery>,
) -> Result<Page<ClubRequest>, Problem> {
    requests(&clubs, id, &caller, RequestKind::Invitation, &query).await
}

/// Invite a player to a club
///
/// For the owner and managers. The player finds the club among `GET /v1/me/clubs` and joins with `POST
/// …/join`; whoever has applied is a member at once. For a member or a player who is invited, nothing
/// changes.
#[operation(put "/v1/clubs/{id}/invitations/{username}", tag = "clubs", returns = "The player is invited")]
pub async fn invite_to_club(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    Path(username): Path<Username>,
) -> Result<NoContent, Problem> {
    NoContent::after(clubs.invite(id, &caller, &username)).await
}

/// Take an invitation to a club back
///
/// For the owner and managers. A player declines with the own name.
#[operation(delete "/v1/clubs/{id}/invitations/{username}", tag = "clubs",
    returns = "The player is not invited")]
pub async fn take_club_invitation_back(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    Path(username): Path<Username>,
) -> Result<NoContent, Problem> {
    NoContent::after(clubs.uninvite(id, &caller, &username)).await
}

/// List applications
///
/// For the owner and managers: players who have applied. `PUT …/members/{username}` accepts one.
#[operation(get "/v1/clubs/{id}/applications", tag = "clubs", returns = "A page of applications")]
pub async fn list_applications(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    query: web::Query<PageQuery>,
) -> Result<Page<ClubRequest>, Problem> {
    requests(&clubs, id, &caller, RequestKind::Application, &query).await
}

/// Decline an application
///
/// For the owner and managers. A player takes the own application back with the own name.
#[operation(delete "/v1/clubs/{id}/applications/{username}", tag = "clubs",
    returns = "The player has no application")]
pub async fn decline_application(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    Path(username): Path<Username>,
) -> Result<NoContent, Problem> {
    NoContent::after(clubs.decline(id, &caller, &username)).await
}
