//! Looking at series.

use actix_web::web;
use uuid::Uuid;

use super::body::{SeriesBody, SeriesItem};
use crate::Problem;
use crate::audit::EventBody;
use crate::extract::{LiveViewer, Path, SearchedName};
use crate::http::outcome::Tagged;
use crate::http::paging::{Page, PageQuery, cursor, page_items, page_of};
use lapidary_model::club::ClubId;
use lapidary_model::series::SeriesId;
use lapidary_operation::{operation, query};
use lapidary_service::Series;

/// Which series are listed.
#[query]
pub struct SeriesQuery {
    /// Only series of this club.
    #[param(nullable = false)]
    club: Option<Uuid>,
    /// Only series whose name has words that begin with these words, in any order, ignoring case and the
    /// width of letters. Anything but letters and digits separates words, and each ideograph is a word of its
    /// own. Without a word, nothing is found.
    #[serde(default)]
    #[param(value_type = Option<String>, min_length = 1, max_length = 80, nullable = false, example = "fri swi")]
    name: SearchedName,
    /// The maximum number of series on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "cursor")]
    #[param(value_type = Option<String>, nullable = false)]
    cursor: Option<Uuid>,
}

page_of!(SeriesItem, "SeriesPage", "A page of series.", "The series, the newest first.");

/// List series
///
/// Returns the public series, the newest first.
#[operation(get "/v1/series", tag = "series", returns = "A page of series")]
pub async fn list_series(
    series: web::Data<Series>,
    query: web::Query<SeriesQuery>,
) -> Result<Page<SeriesItem>, Problem> {
    let limit = page_items(query.limit)?;
    let found = series
        .list(query.club.map(ClubId), query.name.text()?, query.cursor.map(SeriesId), limit + 1)
        .await?;
    Ok(Page::cut(found, limit, |one| one.id.0).shown())
}

/// Get a series
///
/// Whoever has the id sees it, with its events; drafts are not among them.
#[operation(get "/v1/series/{id}", tag = "series", returns = "The series")]
pub async fn get_series(
    series: web::Data<Series>,
    viewer: LiveViewer,
    Path(id): Path<SeriesId>,
) -> Result<Tagged<SeriesBody>, Problem> {
    let view = series.look(id, viewer.0.as_ref()).await?;
    Ok(Tagged(SeriesBody::from(&view)))
}

/// Read the audit of a series
///
/// What has happened in the series, with who has done it and what it has changed, the newest first: its
/// settings, its tournaments and the seasons of a league, also after its end.
#[operation(get "/v1/series/{id}/audit", tag = "series", returns = "A page of what has happened")]
pub async fn get_series_audit(
    series: web::Data<Series>,
    Path(id): Path<SeriesId>,
    query: web::Query<PageQuery>,
) -> Result<Page<EventBody>, Problem> {
    let limit = page_items(query.limit)?;
    let found = series.audit(id, query.cursor, limit + 1).await?;
    Ok(Page::cut(found, limit, |news| news.id).shown())
}
