//! Looking at clubs.

use actix_web::web;
use uuid::Uuid;

use crate::Problem;
use crate::audit::EventBody;
use crate::extract::{LiveCaller, LiveViewer, Path, SearchedName};
use crate::http::outcome::Tagged;
use crate::http::paging::{Page, PageQuery, cursor, page_items, page_of};
use lapidary_model::club::{Club, ClubId};
use lapidary_operation::{operation, query};
use lapidary_service::Clubs;
use lapidary_service::clubs::ClubView;

/// Which clubs are listed.
#[query]
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

page_of!(Club, "ClubPage", "A page of clubs.", "The clubs, the newest first.");

page_of!(ClubView, "OwnClubPage", "A page of the clubs of the caller.", "The clubs, the newest first.");

/// List clubs
///
/// Returns the public clubs, the newest first.
#[operation(get "/v1/clubs", tag = "clubs", returns = "A page of clubs")]
pub async fn list_clubs(
    clubs: web::Data<Clubs>,
    query: web::Query<ClubsQuery>,
) -> Result<Page<Club>, Problem> {
    let limit = page_items(query.limit)?;
    let found = clubs.list(query.name.text()?, query.cursor.map(ClubId), limit + 1).await?;
    Ok(Page::cut(found, limit, |club| club.id))
}

/// List my clubs
///
/// Returns the clubs of which the caller is a member (`my_role`), which have invited the caller, or to which
/// the caller has applied (`my_request`), the newest first.
#[operation(get "/v1/me/clubs", tag = "clubs", returns = "A page of clubs")]
pub async fn list_my_clubs(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    query: web::Query<PageQuery>,
) -> Result<Page<ClubView>, Problem> {
    let limit = page_items(query.limit)?;
    let found = clubs.mine(&caller, query.cursor.map(ClubId), limit + 1).await?;
    Ok(Page::cut(found, limit, |view| view.club.id.0))
}

/// Get a club
///
/// A private club is visible to its members, and to players whom it has invited.
#[operation(get "/v1/clubs/{id}", tag = "clubs", returns = "The club")]
pub async fn get_club(
    clubs: web::Data<Clubs>,
    viewer: LiveViewer,
    Path(id): Path<ClubId>,
) -> Result<Tagged<ClubView>, Problem> {
    let view = clubs.look(id, viewer.0.as_ref()).await?;
    Ok(Tagged(view))
}

/// Read the audit of a club
///
/// What has happened in the club and in its ladders, with who has done it and what it has changed, the newest
/// first, for everybody who sees the club; of its private past, for members. Only the owner and managers see
/// who was banned.
#[operation(get "/v1/clubs/{id}/audit", tag = "clubs", returns = "A page of what has happened")]
pub async fn get_club_audit(
    clubs: web::Data<Clubs>,
    viewer: LiveViewer,
    Path(id): Path<ClubId>,
    query: web::Query<PageQuery>,
) -> Result<Page<EventBody>, Problem> {
    let limit = page_items(query.limit)?;
    let found = clubs.audit(id, viewer.0.as_ref(), query.cursor, limit + 1).await?;
    Ok(Page::cut(found, limit, |news| news.id).shown())
}
