//! The events of a series.

use actix_web::web;

use super::body::SeriesBody;
use crate::Problem;
use crate::extract::{Act, EventOfSeries, Path};
use crate::http::outcome::{NoContent, shown};
use lapidary_model::series::SeriesId;
use lapidary_operation::operation;
use lapidary_service::Series;

/// Add a tournament to a series
///
/// For organizers of both, at any time, also after the end of the tournament. Adding it again changes
/// nothing. The tournament has the visibility of the series, and is in no other one.
#[operation(put "/v1/series/{id}/events/{tournament_id}", tag = "series", returns = "The series")]
pub async fn add_series_event(
    Act(series, caller, id): Act<Series, SeriesId>,
    Path(EventOfSeries(event)): Path<EventOfSeries>,
) -> Result<web::Json<SeriesBody>, Problem> {
    shown(series.add_event(id, &caller, event)).await
}

/// Remove a tournament from a series
///
/// For organizers of the series or of the tournament, which stays as it is. Events of seasons of a league
/// stay in it.
#[operation(delete "/v1/series/{id}/events/{tournament_id}", tag = "series",
    returns = "The tournament is not in the series any more")]
pub async fn remove_series_event(
    Act(series, caller, id): Act<Series, SeriesId>,
    Path(EventOfSeries(event)): Path<EventOfSeries>,
) -> Result<NoContent, Problem> {
    NoContent::after(series.remove_event(id, &caller, event)).await
}
