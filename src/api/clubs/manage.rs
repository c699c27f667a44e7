//! Creating and changing a club, and the code with which players join.

use actix_web::{HttpResponse, delete, patch, post, web};

use super::body::{ClubBody, CreateClub, JoinClub, JoinCode, UpdateClub};
use crate::Problem;
use crate::extract::{ClubPath, LiveCaller, Optional, Valid};
use crate::http::idempotency::{Idempotency, answered, created};
use lapidary_model::club::ClubId;
use lapidary_service::Clubs;
use lapidary_service::clubs::ClubView;

/// Create a club
///
/// The caller is its owner. A club has managers and members, by invitation, with a code, or by an
/// application.
#[utoipa::path(tag = "clubs", request_body = CreateClub,
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes the request safe to repeat: the club is created only once", max_length = 128, pattern = "^[!-~]([ -~]*[!-~])?$")), responses(
    (status = 201, description = "The club", body = ClubBody, headers(("Location" = String, description = "The club"), ("Idempotency-Replayed" = String, description = "`true` if this is the stored response of an earlier request with this key")))
))]
#[post("/v1/clubs")]
pub async fn create_club(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    idempotency: Idempotency,
    Valid(body): Valid<CreateClub>,
) -> Result<HttpResponse, Problem> {
    let answer = |view: &ClubView| created(format!("/v1/clubs/{}", view.club.id), &ClubBody::from(view));
    let claim = idempotency.claim()?;
    clubs.create(&caller, &body.into(), claim.as_ref(), answer).await.map(answered)
}

/// Change a club
///
/// For the owner and managers.
#[utoipa::path(tag = "clubs", request_body = UpdateClub,
    params(("id" = Uuid, Path, description = "The club")), responses(
    (status = 200, description = "The club", body = ClubBody)
))]
#[patch("/v1/clubs/{id}")]
pub async fn update_club(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    Valid(body): Valid<UpdateClub>,
) -> Result<HttpResponse, Problem> {
    let view = clubs.change(ClubId(*id), &caller, body.into()).await?;
    Ok(HttpResponse::Ok().json(ClubBody::from(&view)))
}

/// Join a club
///
/// The caller is a member at once if the club is open, if it has invited the caller, or with its code.
/// Otherwise the caller has applied, and `my_request` is `application` until a manager accepts; where only
/// players who are invited join, it is refused with `invitation_required`. For a member, nothing changes.
#[utoipa::path(tag = "clubs", request_body = Option<JoinClub>,
    params(("id" = Uuid, Path, description = "The club")), responses(
    (status = 200, description = "The club", body = ClubBody)
))]
#[post("/v1/clubs/{id}/join")]
pub async fn join_club(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
    Optional(body): Optional<JoinClub>,
) -> Result<HttpResponse, Problem> {
    let view = clubs.join(ClubId(*id), &caller, body.code.as_deref()).await?;
    Ok(HttpResponse::Ok().json(ClubBody::from(&view)))
}

/// Create a join code
///
/// For the owner and managers: whoever sends the code with `POST …/join` is a member, also of a private club.
/// It can be used any number of times, until another code replaces it or it is ended.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club")), responses(
    (status = 201, description = "The code", body = JoinCode)
))]
#[post("/v1/clubs/{id}/join-code")]
pub async fn create_join_code(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
) -> Result<HttpResponse, Problem> {
    let code = clubs.make_join_code(ClubId(*id), &caller).await?;
    Ok(HttpResponse::Created().json(JoinCode { code: code.to_string() }))
}

/// End the join code
///
/// For the owner and managers. Members who have joined with it stay. Repeating the request changes nothing.
#[utoipa::path(tag = "clubs",
    params(("id" = Uuid, Path, description = "The club")), responses(
    (status = 204, description = "The club has no code")
))]
#[delete("/v1/clubs/{id}/join-code")]
pub async fn end_join_code(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    id: ClubPath,
) -> Result<HttpResponse, Problem> {
    clubs.end_join_code(ClubId(*id), &caller).await?;
    Ok(HttpResponse::NoContent().finish())
}
