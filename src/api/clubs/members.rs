//! Members of a club and what they may do.

use actix_web::web;

use super::body::SetRole;
use crate::Problem;
use crate::extract::{Act, Path, Username, Valid};
use crate::http::outcome::NoContent;
use lapidary_model::club::ClubId;
use lapidary_operation::operation;
use lapidary_service::Clubs;
use lapidary_service::clubs::ClubView;

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
    let view = clubs.set_role(id, &caller, &username, body.role).await?;
    Ok(web::Json(view))
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
