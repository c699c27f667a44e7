//! Members of a club and what they may do.

use actix_web::{HttpResponse, delete, patch, put, web};

use super::body::{ClubBody, SetRole};
use crate::Problem;
use crate::extract::{ClubPath, LiveCaller, Valid};
use lapidary_model::club::ClubId;
use lapidary_service::Clubs;

/// Accept an application
///
/// For the owner and managers: a player who has applied becomes a member. For a member, nothing changes.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), ("username" = String, Path, description = "The name of the player")), responses(
    (status = 204, description = "The player is a member")
))]
#[put("/v1/clubs/{id}/members/{username}")]
pub async fn accept_application(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    clubs.accept(ClubId(*id), &caller, &path.1).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Change the role of a member
///
/// For the owner: names managers, or makes another member the owner. The former owner is a manager then. To
/// hand the club over needs the access token of a login of the last ten minutes (`fresh_login_needed`).
#[utoipa::path(tag = "clubs", request_body = SetRole,
    params(("id" = Uuid, Path, description = "The club"), ("username" = String, Path, description = "The name of the member")), responses(
    (status = 200, description = "The club", body = ClubBody)
))]
#[patch("/v1/clubs/{id}/members/{username}")]
pub async fn set_club_role(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    path: web::Path<(String, String)>,
    Valid(body): Valid<SetRole>,
) -> Result<HttpResponse, Problem> {
    let view = clubs.set_role(ClubId(*id), &caller, &path.1, body.role.into()).await?;
    Ok(HttpResponse::Ok().json(ClubBody::from(&view)))
}

/// Remove a member
///
/// A member leaves with the own name. Managers remove members, the owner also managers. The owner makes
/// another member the owner first (`owner_needed`), or leaves as the last member: then the club closes, and
/// nobody sees it any more. That needs the access token of a login of the last ten minutes
/// (`fresh_login_needed`).
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), ("username" = String, Path, description = "The name of the member")), responses(
    (status = 204, description = "The player is not a member")
))]
#[delete("/v1/clubs/{id}/members/{username}")]
pub async fn remove_club_member(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    clubs.remove(ClubId(*id), &caller, &path.1).await?;
    Ok(HttpResponse::NoContent().finish())
}
