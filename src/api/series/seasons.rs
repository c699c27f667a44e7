//! The seasons of a league.

use actix_web::{HttpResponse, web};

use super::season_body::{StartLeagueSeason, within_settings};
use crate::Problem;
use crate::extract::{Act, Optional, Valid};
use crate::http::outcome::{As, Created};
use lapidary_model::series::SeriesId;
use lapidary_operation::{operation, query};
use lapidary_service::Series;
use lapidary_service::series::{FirstSeason, NextLeagueSeason, SeasonView, SeriesRefusal};

/// Start the first season of a league
///
/// For organizers of the league: makes a tournament for each group, which the caller organizes. Players find
/// it in `GET /v1/me/tournaments`, and enter by themselves.
#[operation(post "/v1/series/{id}/seasons", tag = "series", returns = "The season", id = "The league")]
pub async fn start_league_season(
    Act(series, caller, id): Act<Series, SeriesId>,
    Valid(body): Valid<StartLeagueSeason>,
) -> Result<Created<SeasonView>, Problem> {
    let refused = |refusal| match refusal {
        SeriesRefusal::NewTournament(refusal) => within_settings(refusal.into()),
        other => other.into(),
    };
    let new = FirstSeason::try_from(body)?;
    let view = series.start_first_season(id, &caller, new).await.map_err(refused)?;
    Ok(Created(view))
}

/// Whether the next season is only shown.
#[query]
pub struct NextSeasonQuery {
    /// `true`: who would be in which group is returned, and nothing changes.
    #[param(nullable = false)]
    dry_run: Option<bool>,
}

/// Start the next season of a league
///
/// For organizers of the league, once the event of each group is over: computes from the final standings who
/// goes up, down or stays, and makes a tournament for each group, with the settings of the last one. Only the
/// players of a group can enter. With `dry_run=true`, nothing changes.
#[operation(post "/v1/series/{id}/seasons/next", tag = "series",
    returns = "The season", "200" = "The season of a dry run", id = "The league")]
pub async fn start_next_league_season(
    Act(series, caller, id): Act<Series, SeriesId>,
    query: web::Query<NextSeasonQuery>,
    Optional(body): Optional<NextLeagueSeason>,
) -> Result<As<(web::Json<SeasonView>, Created<SeasonView>)>, Problem> {
    if query.dry_run == Some(true) {
        let view = series.preview_season(id, &caller, &body).await?;
        return Ok(HttpResponse::Ok().json(view).into());
    }
    let view = series.start_next_season(id, &caller, &body).await?;
    Ok(HttpResponse::Created().json(view).into())
}
