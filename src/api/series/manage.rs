//! Creating, changing and deleting a series.

use actix_web::{HttpResponse, delete, patch, post, web};

use super::body::{CreateSeries, SeriesBody, UpdateSeries};
use crate::Problem;
use crate::extract::{LiveCaller, SeriesPath, Valid};
use crate::http::idempotency::{Idempotency, answered, created};
use lapidary_model::series::SeriesId;
use lapidary_service::Series;
use lapidary_service::series::SeriesView;

/// Create a series
///
/// The caller organizes it, or the owner and managers of `club`. Tournaments are added with `series` when
/// they are created, or with `PUT …/events/{tournament_id}`, and count in the table once they are finished.
/// With `groups` it is a league, whose events are made by `POST …/seasons`.
#[utoipa::path(tag = "series", request_body = CreateSeries,
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes the request safe to repeat: the series is created only once", max_length = 128, pattern = "^[!-~]([ -~]*[!-~])?$")), responses(
    (status = 201, description = "The series", body = SeriesBody, headers(("Location" = String, description = "The series"), ("Idempotency-Replayed" = String, description = "`true` if this is the stored response of an earlier request with this key")))
))]
#[post("/v1/series")]
pub async fn create_series(
    series: web::Data<Series>,
    caller: LiveCaller,
    idempotency: Idempotency,
    Valid(body): Valid<CreateSeries>,
) -> Result<HttpResponse, Problem> {
    let (club, visibility, settings) = body.parts()?;
    let answer =
        |view: &SeriesView| created(format!("/v1/series/{}", view.series.id), &SeriesBody::from(view));
    let claim = idempotency.claim()?;
    series.create(&caller, club, visibility, &settings, claim.as_ref(), answer).await.map(answered)
}

/// Change a series
///
/// For its organizers. The table follows at once. The groups of a league can change until its first season.
#[utoipa::path(tag = "series", request_body = UpdateSeries,
    params(("id" = Uuid, Path, description = "The series")), responses(
    (status = 200, description = "The series", body = SeriesBody)
))]
#[patch("/v1/series/{id}")]
pub async fn update_series(
    series: web::Data<Series>,
    caller: LiveCaller,
    id: SeriesPath,
    Valid(body): Valid<UpdateSeries>,
) -> Result<HttpResponse, Problem> {
    let view = series.change(SeriesId(*id), &caller, body.into()).await?;
    Ok(HttpResponse::Ok().json(SeriesBody::from(&view)))
}

/// Delete a series
///
/// For its organizers. Its tournaments stay. A league is not deleted while an event of its season is not
/// over. Needs the access token of a login of the last ten minutes (`fresh_login_needed`).
#[utoipa::path(tag = "series",
    params(("id" = Uuid, Path, description = "The series")), responses(
    (status = 204, description = "The series is deleted")
))]
#[delete("/v1/series/{id}")]
pub async fn delete_series(
    series: web::Data<Series>,
    caller: LiveCaller,
    id: SeriesPath,
) -> Result<HttpResponse, Problem> {
    series.delete(SeriesId(*id), &caller).await?;
    Ok(HttpResponse::NoContent().finish())
}
