//! The seasons of a club's ladders.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::ladder_body::{SeasonBody, StartSeason};
use crate::Problem;
use crate::extract::{ClubPath, LiveCaller, LiveViewer, SeasonPath, Valid};
use crate::http::paging::{cursor, cut, page, page_items};
use crate::http::tag::tagged;
use lapidary_model::club::ClubId;
use lapidary_model::season::{LadderId, NewSeason, SeasonId};
use lapidary_service::Clubs;

/// Which seasons are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SeasonsQuery {
    /// Only seasons of this ladder.
    #[param(nullable = false)]
    ladder: Option<Uuid>,
    /// The maximum number of seasons on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "cursor")]
    #[param(value_type = Option<String>, nullable = false)]
    cursor: Option<Uuid>,
}

/// A page of seasons.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ClubSeasonPage)]
pub struct SeasonPage {
    /// The seasons, the newest first.
    items: Vec<SeasonBody>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// Start a season
///
/// For the owner and managers: from now on, games are rated in the season. The one before has ended, though
/// some of its games may still be played. After a soft reset, players begin with the ratings that they have
/// now in the season before, and with wider deviations.
#[utoipa::path(tag = "clubs", request_body = StartSeason,
    params(("id" = Uuid, Path, description = "The club")), responses(
    (status = 201, description = "The season", body = SeasonBody, headers(("Location" = String, description = "The season")))
))]
#[post("/v1/clubs/{id}/seasons")]
pub async fn start_season(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    Valid(body): Valid<StartSeason>,
) -> Result<HttpResponse, Problem> {
    let season = clubs.start_season(ClubId(*id), &caller, &NewSeason::try_from(body)?).await?;
    let location = (header::LOCATION, format!("/v1/clubs/{}/seasons/{}", *id, season.id));
    Ok(HttpResponse::Created().insert_header(location).json(SeasonBody::from(&season)))
}

/// List the seasons of a club
///
/// Returns the seasons of all ladders of a club, or of one, the newest first, for everybody who sees the
/// club.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), SeasonsQuery), responses(
    (status = 200, description = "A page of seasons", body = SeasonPage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`")))
))]
#[get("/v1/clubs/{id}/seasons")]
pub async fn list_seasons(
    request: HttpRequest,
    clubs: web::Data<Clubs>,
    viewer: LiveViewer,
    id: ClubPath,
    query: web::Query<SeasonsQuery>,
) -> Result<HttpResponse, Problem> {
    let limit = page_items(query.limit)?;
    let (ladder, before) = (query.ladder.map(LadderId), query.cursor.map(SeasonId));
    let mut found = clubs.seasons(ClubId(*id), viewer.0.as_ref(), ladder, before, limit + 1).await?;
    let next_cursor = cut(&mut found, limit, |season| season.id.0);
    let items = found.iter().map(SeasonBody::from).collect();
    let body = SeasonPage { items, next_cursor: next_cursor.clone() };
    Ok(page(&request, &format!("/v1/clubs/{}/seasons", *id), next_cursor.as_deref(), body))
}

/// Get a season
///
/// Its table is `/v1/ladders/{pool}/standings`, which is final when `status` is `over`.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), ("season_id" = Uuid, Path, description = "The season"),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of the response that the client has")), responses(
    (status = 200, description = "The season", body = SeasonBody, headers(("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/clubs/{id}/seasons/{season_id}")]
pub async fn get_season(
    request: HttpRequest,
    clubs: web::Data<Clubs>,
    viewer: LiveViewer,
    id: ClubPath,
    season: SeasonPath,
) -> Result<HttpResponse, Problem> {
    let season = clubs.season(ClubId(*id), viewer.0.as_ref(), SeasonId(*season)).await?;
    tagged(&request, &SeasonBody::from(&season))
}

/// End a season
///
/// For the owner and managers: no game of the season begins any more. Those that are played go on and are
/// rated; when the last one is over, `status` is `over` and the table is final. Ending it again changes
/// nothing.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), ("season_id" = Uuid, Path, description = "The season")), responses(
    (status = 200, description = "The season", body = SeasonBody)
))]
#[post("/v1/clubs/{id}/seasons/{season_id}/end")]
pub async fn end_season(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    season: SeasonPath,
) -> Result<HttpResponse, Problem> {
    let season = clubs.end_season(ClubId(*id), &caller, SeasonId(*season)).await?;
    Ok(HttpResponse::Ok().json(SeasonBody::from(&season)))
}
