//! The people around a club: members with their rights, invitations, applications, and players that it does
//! not admit.

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::SetRole;
use crate::Problem;
use crate::extract::{Act, LiveViewer, Optional, Path, Username, Valid};
use crate::http::outcome::{NoContent, returned};
use crate::http::paging::{Page, PageQuery, page_items, page_of};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::club::{ClubBan, ClubId, ClubMember, ClubRequest, RequestKind};
use lapidary_operation::operation;
use lapidary_service::Clubs;
use lapidary_service::clubs::{AnnulGames, ClubView};

page_of! {
    ClubMember, "MemberPage", "A page of members.",
    "The members, those whose accounts are oldest first."
}

/// List members
///
/// Returns the members of a club, for everybody who sees it.
#[operation(get "/v1/clubs/{id}/members", tag = "clubs", returns = "A page of members")]
pub async fn list_club_members(
    clubs: web::Data<Clubs>,
    viewer: LiveViewer,
    Path(id): Path<ClubId>,
    query: web::Query<PageQuery>,
) -> Result<Page<ClubMember>, Problem> {
    let limit = page_items(query.limit)?;
    let after = query.cursor.map(PlayerId);
    let found = clubs.members(id, viewer.0.as_ref(), after, limit + 1).await?;
    Ok(Page::cut(found, limit, |member| member.player.player.0))
}

/// Accept an application
///
/// For the owner and managers: a player who has applied becomes a member. For a member, nothing changes.
#[operation(put "/v1/clubs/{id}/members/{username}", tag = "clubs", returns = "The player is a member")]
pub async fn accept_application(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    Path(username): Path<Username>,
) -> Result<NoContent, Problem> {
    NoContent::after(clubs.accept(id, &caller, &username)).await
}

/// Change the role of a member
///
/// For the owner: names managers, or makes another member the owner. The former owner is a manager then. To
/// hand the club over needs the access token of a login of the last ten minutes (`fresh_login_needed`).
#[operation(patch "/v1/clubs/{id}/members/{username}", tag = "clubs",
    returns = "The club", username = "The name of the member")]
pub async fn set_club_role(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    Path(username): Path<Username>,
    Valid(body): Valid<SetRole>,
) -> Result<web::Json<ClubView>, Problem> {
    returned(clubs.set_role(id, &caller, &username, body.role)).await
}

/// Remove a member
///
/// A member leaves with the own name. Managers remove members, the owner also managers. The owner makes
/// another member the owner first (`owner_needed`), or leaves as the last member: then the club closes, and
/// nobody sees it any more. That needs the access token of a login of the last ten minutes
/// (`fresh_login_needed`).
#[operation(delete "/v1/clubs/{id}/members/{username}", tag = "clubs",
    returns = "The player is not a member", username = "The name of the member")]
pub async fn remove_club_member(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    Path(username): Path<Username>,
) -> Result<NoContent, Problem> {
    NoContent::after(clubs.remove(id, &caller, &username)).await
}

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
    NoContent::after(clubs.delete_request(id, &caller, &username, RequestKind::Invitation)).await
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
    NoContent::after(clubs.delete_request(id, &caller, &username, RequestKind::Application)).await
}

/// What a ban brings with it; the whole body may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BanFromClub {
    /// Games of the player that are annulled.
    #[schema(nullable = false)]
    annul: Option<AnnulGames>,
}

page_of!(ClubBan, "ClubBanPage", "A page of bans.", "Those whose accounts are oldest first.");

/// List bans
///
/// For the owner and managers: players who are banned, and those who were removed or declined within a day.
#[operation(get "/v1/clubs/{id}/bans", tag = "clubs", returns = "A page of bans")]
pub async fn list_club_bans(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    query: web::Query<PageQuery>,
) -> Result<Page<ClubBan>, Problem> {
    let limit = page_items(query.limit)?;
    let after = query.cursor.map(PlayerId);
    let found = clubs.bans(id, &caller, after, limit + 1).await?;
    Ok(Page::cut(found, limit, |ban| ban.player.player.0))
}

/// Ban a player from a club
///
/// For the owner and managers, for managers only the owner. A member is removed, and an application or
/// invitation deleted; the player neither joins nor applies any more, whoever invites them. Banning again
/// changes nothing of the ban. With `annul`, the owner annuls the games of the player in a ladder, except
/// those in which an owner during the season or their bot played. That needs the access token of a login of
/// the last ten minutes (`fresh_login_needed`), and the season must not be over, nor another one begun.
#[operation(put "/v1/clubs/{id}/bans/{username}", tag = "clubs", returns = "The player is banned")]
pub async fn ban_from_club(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    Path(username): Path<Username>,
    Optional(body): Optional<BanFromClub>,
) -> Result<NoContent, Problem> {
    NoContent::after(clubs.ban(id, &caller, &username, body.annul.as_ref())).await
}

/// Lift a ban
///
/// For the owner and managers. The player can join or apply again.
#[operation(delete "/v1/clubs/{id}/bans/{username}", tag = "clubs", returns = "The player is not banned")]
pub async fn lift_club_ban(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    Path(username): Path<Username>,
) -> Result<NoContent, Problem> {
    NoContent::after(clubs.lift_ban(id, &caller, &username)).await
}
