//! The ladders of a club: rated pools of its own.

use actix_web::{HttpRequest, HttpResponse, delete, get, patch, post, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::ladder_body::{ClubLadderBody, CreateLadder, UpdateLadder};
use crate::Problem;
use crate::extract::{ClubPath, LadderPath, LiveCaller, LiveViewer, Valid};
use crate::http::idempotency::{Idempotency, answered, created};
use crate::http::tag::tagged;
use lapidary_model::club::ClubId;
use lapidary_model::season::LadderId;
use lapidary_service::Clubs;
use lapidary_service::clubs::LadderView;

/// All ladders of a club.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClubLadderPage {
    /// The ladders, the oldest first, those that are closed included.
    items: Vec<ClubLadderBody>,
    /// Always null: the list is complete.
    next_cursor: Option<String>,
}

/// Create a ladder
///
/// For the owner and managers of a public club. Games are rated in it while one of its seasons runs, which
/// `POST …/seasons` starts: seeks, challenges and tournaments with `ladder`.
#[utoipa::path(tag = "clubs", request_body = CreateLadder,
    params(("id" = Uuid, Path, description = "The club"), ("Idempotency-Key" = Option<String>, Header, description = "Makes the request safe to repeat: the ladder is created only once", max_length = 128, pattern = "^[!-~]([ -~]*[!-~])?$")), responses(
    (status = 201, description = "The ladder", body = ClubLadderBody, headers(("Location" = String, description = "The ladder"), ("Idempotency-Replayed" = String, description = "`true` if this is the stored response of an earlier request with this key")))
))]
#[post("/v1/clubs/{id}/ladders")]
pub async fn create_ladder(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    idempotency: Idempotency,
    Valid(body): Valid<CreateLadder>,
) -> Result<HttpResponse, Problem> {
    let (base, settings) = body.parts()?;
    let answer = |view: &LadderView| {
        created(format!("/v1/clubs/{}/ladders/{}", *id, view.ladder.id.0), &ClubLadderBody::from(view))
    };
    let claim = idempotency.claim()?;
    let done = clubs.create_ladder(ClubId(*id), &caller, (&base, &settings), claim.as_ref(), answer).await;
    done.map(answered)
}

/// List the ladders of a club
///
/// Returns all ladders of a club with their last seasons, for everybody who sees the club.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of the response that the client has")), responses(
    (status = 200, description = "The ladders", body = ClubLadderPage, headers(("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/clubs/{id}/ladders")]
pub async fn list_club_ladders(
    request: HttpRequest,
    clubs: web::Data<Clubs>,
    viewer: LiveViewer,
    id: ClubPath,
) -> Result<HttpResponse, Problem> {
    let found = clubs.ladders(ClubId(*id), viewer.0.as_ref()).await?;
    let items = found.iter().map(ClubLadderBody::from).collect();
    tagged(&request, &ClubLadderPage { items, next_cursor: None })
}

/// Get a ladder of a club
///
/// Returns a ladder with the season that runs, or else its last one, for everybody who sees the club.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), ("ladder_id" = Uuid, Path, description = "The ladder"),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of the response that the client has")), responses(
    (status = 200, description = "The ladder", body = ClubLadderBody, headers(("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/clubs/{id}/ladders/{ladder_id}")]
pub async fn get_ladder(
    request: HttpRequest,
    clubs: web::Data<Clubs>,
    viewer: LiveViewer,
    id: ClubPath,
    ladder: LadderPath,
) -> Result<HttpResponse, Problem> {
    let view = clubs.ladder(ClubId(*id), viewer.0.as_ref(), LadderId(*ladder)).await?;
    tagged(&request, &ClubLadderBody::from(&view))
}

/// Change a ladder
///
/// For the owner and managers. Its games stay the same.
#[utoipa::path(tag = "clubs", request_body = UpdateLadder,
    params(("id" = Uuid, Path, description = "The club"), ("ladder_id" = Uuid, Path, description = "The ladder")), responses(
    (status = 200, description = "The ladder", body = ClubLadderBody)
))]
#[patch("/v1/clubs/{id}/ladders/{ladder_id}")]
pub async fn update_ladder(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    ladder: LadderPath,
    Valid(body): Valid<UpdateLadder>,
) -> Result<HttpResponse, Problem> {
    let view = clubs.change_ladder(ClubId(*id), &caller, LadderId(*ladder), body.into()).await?;
    Ok(HttpResponse::Ok().json(ClubLadderBody::from(&view)))
}

/// Close a ladder
///
/// For the owner and managers. Its season ends, and no other one begins; its tables and logs stay. A ladder
/// without a season is deleted. Needs the access token of a login of the last ten minutes
/// (`fresh_login_needed`).
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), ("ladder_id" = Uuid, Path, description = "The ladder")), responses(
    (status = 204, description = "The ladder is closed")
))]
#[delete("/v1/clubs/{id}/ladders/{ladder_id}")]
pub async fn close_ladder(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    ladder: LadderPath,
) -> Result<HttpResponse, Problem> {
    clubs.close_ladder(ClubId(*id), &caller, LadderId(*ladder)).await?;
    Ok(HttpResponse::NoContent().finish())
}
