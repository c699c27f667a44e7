//! Looking at clubs and their members.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::body::{ClubBody, ClubItem, MemberBody};
use crate::Problem;
use crate::extract::{ClubPath, LiveCaller, LiveViewer, SearchedName};
use crate::http::paging::{cursor, cut, page, page_items};
use crate::http::tag::tagged;
use crate::tournaments::list::PageQuery;
use lapidary_model::auth::PlayerId;
use lapidary_model::club::ClubId;
use lapidary_service::Clubs;

/// Which clubs are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ClubsQuery {
    /// Only clubs whose name has words that begin with these words, in any order, ignoring case and the width
    /// of letters. Anything but letters and digits separates words, and each ideograph is a word of its own.
    /// Without a word, nothing is found.
    #[serde(default)]
    #[param(value_type = Option<String>, min_length = 1, max_length = 80, nullable = false, example = "fri swi")]
    name: SearchedName,
    /// The maximum number of clubs on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "cursor")]
    #[param(value_type = Option<String>, nullable = false)]
    cursor: Option<Uuid>,
}

/// A page of clubs.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClubPage {
    /// The clubs, the newest first.
    items: Vec<ClubItem>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// A page of the clubs of the caller.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnClubPage {
    /// The clubs, the newest first.
    items: Vec<ClubBody>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// A page of members.
#[derive(Debug, Serialize, ToSchema)]
pub struct MemberPage {
    /// The members, those whose accounts are oldest first.
    items: Vec<MemberBody>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// List clubs
///
/// Returns the public clubs, the newest first.
#[utoipa::path(tag = "clubs", params(ClubsQuery), responses(
    (status = 200, description = "A page of clubs", body = ClubPage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`")))
))]
#[get("/v1/clubs")]
pub async fn list_clubs(
    request: HttpRequest,
    clubs: web::Data<Clubs>,
    query: web::Query<ClubsQuery>,
) -> Result<HttpResponse, Problem> {
    let limit = page_items(query.limit)?;
    let mut found = clubs.list(query.name.text()?, query.cursor.map(ClubId), limit + 1).await?;
    let next_cursor = cut(&mut found, limit, |club| club.id.0);
    let body =
        ClubPage { items: found.iter().map(ClubItem::from).collect(), next_cursor: next_cursor.clone() };
    Ok(page(&request, "/v1/clubs", next_cursor.as_deref(), body))
}

/// List my clubs
///
/// Returns the clubs of which the caller is a member (`my_role`), which have invited the caller, or to which
/// the caller has applied (`my_request`), the newest first.
#[utoipa::path(tag = "clubs", params(PageQuery), responses(
    (status = 200, description = "A page of clubs", body = OwnClubPage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`")))
))]
#[get("/v1/me/clubs")]
pub async fn list_my_clubs(
    request: HttpRequest,
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    query: web::Query<PageQuery>,
) -> Result<HttpResponse, Problem> {
    let limit = page_items(query.limit)?;
    let mut found = clubs.mine(&caller, query.cursor.map(ClubId), limit + 1).await?;
    let next_cursor = cut(&mut found, limit, |view| view.club.id.0);
    let items = found.iter().map(ClubBody::from).collect();
    let body = OwnClubPage { items, next_cursor: next_cursor.clone() };
    Ok(page(&request, "/v1/me/clubs", next_cursor.as_deref(), body))
}

/// Get a club
///
/// A private club is visible to its members, and to players whom it has invited.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of the response that the client has")), responses(
    (status = 200, description = "The club", body = ClubBody, headers(("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/clubs/{id}")]
pub async fn get_club(
    request: HttpRequest,
    clubs: web::Data<Clubs>,
    viewer: LiveViewer,
    id: ClubPath,
) -> Result<HttpResponse, Problem> {
    let view = clubs.look(ClubId(*id), viewer.0.as_ref()).await?;
    tagged(&request, &ClubBody::from(&view))
}

/// List members
///
/// Returns the members of a club, for everybody who sees it.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), PageQuery), responses(
    (status = 200, description = "A page of members", body = MemberPage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`")))
))]
#[get("/v1/clubs/{id}/members")]
pub async fn list_club_members(
    request: HttpRequest,
    clubs: web::Data<Clubs>,
    viewer: LiveViewer,
    id: ClubPath,
    query: web::Query<PageQuery>,
) -> Result<HttpResponse, Problem> {
    let limit = page_items(query.limit)?;
    let after = query.cursor.map(PlayerId);
    let mut found = clubs.members(ClubId(*id), viewer.0.as_ref(), after, limit + 1).await?;
    let next_cursor = cut(&mut found, limit, |member| member.player.player.0);
    let items = found.iter().map(MemberBody::from).collect();
    let body = MemberPage { items, next_cursor: next_cursor.clone() };
    Ok(page(&request, &format!("/v1/clubs/{}/members", *id), next_cursor.as_deref(), body))
}
