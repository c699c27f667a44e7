//! The seasons of a club's ladders.

use actix_web::web;
use uuid::Uuid;

use super::ladder_body::StartSeason;
use crate::Problem;
use crate::extract::{Act, LiveViewer, Path, Valid};
use crate::http::outcome::{CreatedAt, Tagged, returned};
use crate::http::paging::{Page, cursor, page_items, page_of};
use lapidary_model::club::ClubId;
use lapidary_model::season::{LadderId, NewSeason, Season, SeasonId};
use lapidary_operation::{operation, query};
use lapidary_service::Clubs;

/// Which seasons are listed.
#[query]
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

page_of!(Season, "ClubSeasonPage", "A page of seasons.", "The seasons, the newest first.");

/// Start a season
///
/// For the owner and managers: from now on, games are rated in the season. The one before has ended, though
/// some of its games may still be played. After a soft reset, players begin with the ratings that they have
/// now in the season before, and with wider deviations.
#[operation(post "/v1/clubs/{id}/seasons", tag = "clubs", returns = "The season")]
pub async fn start_season(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    Valid(body): Valid<StartSeason>,
) -> Result<CreatedAt<Season>, Problem> {
    let season = clubs.start_season(id, &caller, &NewSeason::try_from(body)?).await?;
    Ok(CreatedAt(format!("/v1/clubs/{id}/seasons/{}", season.id), season))
}

/// List the seasons of a club
///
/// Returns the seasons of all ladders of a club, or of one, the newest first, for everybody who sees the
/// club.
#[operation(get "/v1/clubs/{id}/seasons", tag = "clubs", returns = "A page of seasons")]
pub async fn list_seasons(
    clubs: web::Data<Clubs>,
    viewer: LiveViewer,
    Path(id): Path<ClubId>,
    query: web::Query<SeasonsQuery>,
) -> Result<Page<Season>, Problem> {
    let limit = page_items(query.limit)?;
    let (ladder, before) = (query.ladder.map(LadderId), query.cursor.map(SeasonId));
    let found = clubs.seasons(id, viewer.0.as_ref(), ladder, before, limit + 1).await?;
    Ok(Page::cut(found, limit, |season| season.id.0))
}

/// Get a season
///
/// Its table is `/v1/ladders/{pool}/standings`, which is final when `status` is `over`.
#[operation(get "/v1/clubs/{id}/seasons/{season_id}", tag = "clubs", returns = "The season")]
pub async fn get_season(
    clubs: web::Data<Clubs>,
    viewer: LiveViewer,
    Path(id): Path<ClubId>,
    Path(season): Path<SeasonId>,
) -> Result<Tagged<Season>, Problem> {
    let season = clubs.season(id, viewer.0.as_ref(), season).await?;
    Ok(Tagged(season))
}

/// End a season
///
/// For the owner: no game of the season begins any more. Those that are played go on and are rated; when the
/// last one is over, `status` is `over` and the table is final. Ending it again changes nothing.
#[operation(post "/v1/clubs/{id}/seasons/{season_id}/end", tag = "clubs", returns = "The season")]
pub async fn end_season(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    Path(season): Path<SeasonId>,
) -> Result<web::Json<Season>, Problem> {
    returned(clubs.end_season(id, &caller, season)).await
}
