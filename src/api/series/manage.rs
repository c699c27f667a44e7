//! Creating, changing and deleting a series.

use actix_web::web;

use super::body::{CreateSeries, SeriesBody};
use crate::Problem;
use crate::extract::{Act, LiveCaller, Valid};
use crate::http::idempotency::{Idempotency, created};
use crate::http::outcome::{CreatedOnce, NoContent, shown};
use lapidary_model::series::SeriesId;
use lapidary_operation::operation;
use lapidary_service::Series;
use lapidary_service::series::{SeriesView, UpdateSeries};

/// Create a series
///
/// The caller organizes it, or the owner and managers of `club`. Tournaments are added with `series` when
/// they are created, or with `PUT …/events/{tournament_id}`, and count in the table once they are finished.
/// With `groups` it is a league, whose events are made by `POST …/seasons`.
#[operation(post "/v1/series", tag = "series",
    returns = "The series", once = "the series is created only once")]
pub async fn create_series(
    series: web::Data<Series>,
    caller: LiveCaller,
    idempotency: Idempotency,
    Valid(body): Valid<CreateSeries>,
) -> Result<CreatedOnce<SeriesBody>, Problem> {
    let (club, visibility, settings) = body.parts()?;
    let answer =
        |view: &SeriesView| created(format!("/v1/series/{}", view.series.id), &SeriesBody::from(view));
    let claim = idempotency.claim()?;
    series.create(&caller, club, visibility, &settings, claim.as_ref(), answer).await.map(CreatedOnce::from)
}

/// Change a series
///
/// For its organizers. The table follows at once. The groups of a league can change until its first season.
#[operation(patch "/v1/series/{id}", tag = "series", returns = "The series")]
pub async fn update_series(
    Act(series, caller, id): Act<Series, SeriesId>,
    Valid(body): Valid<UpdateSeries>,
) -> Result<web::Json<SeriesBody>, Problem> {
    shown(series.change(id, &caller, body)).await
}

/// Delete a series
///
/// For its creator. Its tournaments stay. A league is not deleted while an event of its season is not
/// over. Needs the access token of a login of the last ten minutes (`fresh_login_needed`).
#[operation(delete "/v1/series/{id}", tag = "series", returns = "The series is deleted")]
pub async fn delete_series(Act(series, caller, id): Act<Series, SeriesId>) -> Result<NoContent, Problem> {
    NoContent::after(series.delete(id, &caller)).await
}
