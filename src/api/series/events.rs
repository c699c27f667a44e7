//! The events of a series.

use actix_web::{HttpResponse, delete, put, web};

use super::body::SeriesBody;
use crate::Problem;
use crate::extract::{LiveCaller, SeriesEventPath, SeriesPath};
use lapidary_model::series::SeriesId;
use lapidary_model::tournament::TournamentId;
use lapidary_service::Series;

/// Add a tournament to a series
///
/// For organizers of both, at any time, also after the end of the tournament. Adding it again changes
/// nothing. The tournament has the visibility of the series, and is in no other one.
#[utoipa::path(tag = "series",
    params(("id" = Uuid, Path, description = "The series"),
        ("tournament_id" = Uuid, Path, description = "The tournament")), responses(
    (status = 200, description = "The series", body = SeriesBody)
))]
#[put("/v1/series/{id}/events/{tournament_id}")]
pub async fn add_series_event(
    series: web::Data<Series>,
    caller: LiveCaller,
    id: SeriesPath,
    event: SeriesEventPath,
) -> Result<HttpResponse, Problem> {
    let view = series.add_event(SeriesId(*id), &caller, TournamentId(*event)).await?;
    Ok(HttpResponse::Ok().json(SeriesBody::from(&view)))
}

/// Remove a tournament from a series
///
/// For organizers of the series or of the tournament, which stays as it is. Events of seasons of a league
/// stay in it.
#[utoipa::path(tag = "series",
    params(("id" = Uuid, Path, description = "The series"),
        ("tournament_id" = Uuid, Path, description = "The tournament")), responses(
    (status = 204, description = "The tournament is not in the series any more")
))]
#[delete("/v1/series/{id}/events/{tournament_id}")]
pub async fn remove_series_event(
    series: web::Data<Series>,
    caller: LiveCaller,
    id: SeriesPath,
    event: SeriesEventPath,
) -> Result<HttpResponse, Problem> {
    series.remove_event(SeriesId(*id), &caller, TournamentId(*event)).await?;
    Ok(HttpResponse::NoContent().finish())
}
