//! Looking at series.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::body::{SeriesBody, SeriesItem};
use crate::Problem;
use crate::extract::{LiveViewer, SearchedName, SeriesPath};
use crate::http::paging::{cursor, cut, page, page_items};
use crate::http::tag::tagged;
use lapidary_model::club::ClubId;
use lapidary_model::series::SeriesId;
use lapidary_service::Series;

/// Which series are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
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

/// A page of series.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeriesPage {
    /// The series, the newest first.
    items: Vec<SeriesItem>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// List series
///
/// Returns the public series, the newest first.
#[utoipa::path(tag = "series", params(SeriesQuery), responses(
    (status = 200, description = "A page of series", body = SeriesPage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`")))
))]
#[get("/v1/series")]
pub async fn list_series(
    request: HttpRequest,
    series: web::Data<Series>,
    query: web::Query<SeriesQuery>,
) -> Result<HttpResponse, Problem> {
    let limit = page_items(query.limit)?;
    let mut found = series
        .list(query.club.map(ClubId), query.name.text()?, query.cursor.map(SeriesId), limit + 1)
        .await?;
    let next_cursor = cut(&mut found, limit, |one| one.id.0);
    let items = found.iter().map(SeriesItem::from).collect();
    let body = SeriesPage { items, next_cursor: next_cursor.clone() };
    Ok(page(&request, "/v1/series", next_cursor.as_deref(), body))
}

/// Get a series
///
/// Whoever has the id sees it, with its events; drafts are not among them.
#[utoipa::path(tag = "series",
    params(("id" = Uuid, Path, description = "The series"),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of the response that the client has")), responses(
    (status = 200, description = "The series", body = SeriesBody, headers(("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/series/{id}")]
pub async fn get_series(
    request: HttpRequest,
    series: web::Data<Series>,
    viewer: LiveViewer,
    id: SeriesPath,
) -> Result<HttpResponse, Problem> {
    let view = series.look(SeriesId(*id), viewer.0.as_ref()).await?;
    tagged(&request, &SeriesBody::from(&view))
}
