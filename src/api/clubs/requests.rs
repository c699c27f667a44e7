//! Invitations to a club, and applications.

use actix_web::{HttpRequest, HttpResponse, delete, get, put, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::RequestBody;
use crate::Problem;
use crate::extract::{ClubPath, LiveCaller};
use crate::http::paging::{cut, page, page_items};
use crate::tournaments::list::PageQuery;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::club::{ClubId, RequestKind};
use lapidary_service::Clubs;

/// A page of invitations or applications.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClubRequestPage {
    /// Those whose accounts are oldest first.
    items: Vec<RequestBody>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

async fn requests(
    request: &HttpRequest,
    clubs: &Clubs,
    (id, caller): (ClubId, &Identity),
    (kind, path): (RequestKind, &str),
    query: &PageQuery,
) -> Result<HttpResponse, Problem> {
    let limit = page_items(query.limit)?;
    let after = query.cursor.map(PlayerId);
    let mut found = clubs.requests(id, caller, kind, after, limit + 1).await?;
    let next_cursor = cut(&mut found, limit, |request| request.player.player.0);
    let items = found.iter().map(RequestBody::from).collect();
    let body = ClubRequestPage { items, next_cursor: next_cursor.clone() };
    Ok(page(request, &format!("/v1/clubs/{id}/{path}"), next_cursor.as_deref(), body))
}

/// List invitations to a club
///
/// For the owner and managers: players who are invited and have not answered.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), PageQuery), responses(
    (status = 200, description = "A page of invitations", body = ClubRequestPage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`")))
))]
#[get("/v1/clubs/{id}/invitations")]
pub async fn list_club_invitations(
    request: HttpRequest,
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    query: web::Query<PageQuery>,
) -> Result<HttpResponse, Problem> {
    let kind = (RequestKind::Invitation, "invitations");
    requests(&request, &clubs, (ClubId(*id), &caller), kind, &query).await
}

/// Invite a player to a club
///
/// For the owner and managers. The player finds the club among `GET /v1/me/clubs` and joins with `POST
/// …/join`; whoever has applied is a member at once. For a member or a player who is invited, nothing
/// changes.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), ("username" = String, Path, description = "The name of the player")), responses(
    (status = 204, description = "The player is invited")
))]
#[put("/v1/clubs/{id}/invitations/{username}")]
pub async fn invite_to_club(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    clubs.invite(ClubId(*id), &caller, &path.1).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Take an invitation to a club back
///
/// For the owner and managers. A player declines with the own name.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), ("username" = String, Path, description = "The name of the player")), responses(
    (status = 204, description = "The player is not invited")
))]
#[delete("/v1/clubs/{id}/invitations/{username}")]
pub async fn take_club_invitation_back(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    clubs.uninvite(ClubId(*id), &caller, &path.1).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// List applications
///
/// For the owner and managers: players who have applied. `PUT …/members/{username}` accepts one.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), PageQuery), responses(
    (status = 200, description = "A page of applications", body = ClubRequestPage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`")))
))]
#[get("/v1/clubs/{id}/applications")]
pub async fn list_applications(
    request: HttpRequest,
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    query: web::Query<PageQuery>,
) -> Result<HttpResponse, Problem> {
    let kind = (RequestKind::Application, "applications");
    requests(&request, &clubs, (ClubId(*id), &caller), kind, &query).await
}

/// Decline an application
///
/// For the owner and managers. A player takes the own application back with the own name.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), ("username" = String, Path, description = "The name of the player")), responses(
    (status = 204, description = "The player has no application")
))]
#[delete("/v1/clubs/{id}/applications/{username}")]
pub async fn decline_application(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    clubs.decline(ClubId(*id), &caller, &path.1).await?;
    Ok(HttpResponse::NoContent().finish())
}
