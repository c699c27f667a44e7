//! Creating and changing a club, and its code for joining.

use actix_web::web;

use super::body::{CreateClub, JoinClub, JoinCode};
use crate::Problem;
use crate::extract::{Act, LiveCaller, Optional, Valid};
use crate::http::idempotency::{Idempotency, created};
use crate::http::outcome::{Created, CreatedOnce, NoContent, returned};
use lapidary_model::club::ClubId;
use lapidary_operation::operation;
use lapidary_service::Clubs;
use lapidary_service::clubs::{ClubView, UpdateClub};

/// Create a club
///
/// The caller is its owner. A club has managers and members, by invitation, with a code, or by an
/// application.
#[operation(post "/v1/clubs", tag = "clubs", returns = "The club", once = "the club is created only once")]
pub async fn create_club(
    clubs: web::Data<Clubs>,
    caller: LiveCaller,
    idempotency: Idempotency,
    Valid(body): Valid<CreateClub>,
) -> Result<CreatedOnce<ClubView>, Problem> {
    let answer = |view: &ClubView| created(format!("/v1/clubs/{}", view.club.id), view);
    let claim = idempotency.claim()?;
    clubs.create(&caller, &body.into(), claim.as_ref(), answer).await.map(CreatedOnce::from)
}

/// Change a club
///
/// For the owner and managers.
#[operation(patch "/v1/clubs/{id}", tag = "clubs", returns = "The club")]
pub async fn update_club(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    Valid(body): Valid<UpdateClub>,
) -> Result<web::Json<ClubView>, Problem> {
    returned(clubs.change(id, &caller, body)).await
}

/// Join a club
///
/// The caller is a member at once if the club is open, if it has invited the caller, or with its code.
/// Otherwise the caller has applied, and `my_request` is `application` until a manager accepts; where only
/// players who are invited join, it is refused with `invitation_required`. For a member, nothing changes.
#[operation(post "/v1/clubs/{id}/join", tag = "clubs", returns = "The club")]
pub async fn join_club(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    Optional(body): Optional<JoinClub>,
) -> Result<web::Json<ClubView>, Problem> {
    returned(clubs.join(id, &caller, body.code.as_deref())).await
}

/// Create a join code
///
/// For the owner and managers: whoever sends the code with `POST …/join` is a member, also of a private club.
/// It can be used any number of times, until another code replaces it or it is ended.
#[operation(post "/v1/clubs/{id}/join-code", tag = "clubs", returns = "The code")]
pub async fn create_join_code(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
) -> Result<Created<JoinCode>, Problem> {
    let code = clubs.make_join_code(id, &caller).await?;
    Ok(Created(JoinCode { code: code.to_string() }))
}

/// End the join code
///
/// For the owner and managers. Members who have joined with it stay. Repeating the request changes nothing.
#[operation(delete "/v1/clubs/{id}/join-code", tag = "clubs", returns = "The club has no code")]
pub async fn end_join_code(Act(clubs, caller, id): Act<Clubs, ClubId>) -> Result<NoContent, Problem> {
    NoContent::after(clubs.end_join_code(id, &caller)).await
}
