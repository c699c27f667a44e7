//! The ladders of a club: its own rated pools.

use actix_web::web;

use super::ladder_body::CreateLadder;
use crate::Problem;
use crate::extract::{Act, LiveViewer, Path, Valid};
use crate::http::idempotency::{Idempotency, created};
use crate::http::outcome::{CreatedOnce, NoContent, Tagged, returned};
use crate::http::paging::{Page, whole_list_of};
use lapidary_model::club::ClubId;
use lapidary_model::season::LadderId;
use lapidary_operation::operation;
use lapidary_service::Clubs;
use lapidary_service::clubs::{LadderView, UpdateLadder};

whole_list_of! {
    LadderView, "ClubLadderPage", "All ladders of a club.",
    "The ladders, the oldest first, those that are closed included."
}

/// Create a ladder
///
/// For the owner and managers of a public club. Games are rated in it while one of its seasons runs, which
/// `POST …/seasons` starts: seeks, challenges and tournaments with `ladder`.
#[operation(post "/v1/clubs/{id}/ladders", tag = "clubs",
    returns = "The ladder", once = "the ladder is created only once")]
pub async fn create_ladder(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    idempotency: Idempotency,
    Valid(body): Valid<CreateLadder>,
) -> Result<CreatedOnce<LadderView>, Problem> {
    let (base, settings) = body.parts()?;
    let answer = |view: &LadderView| created(format!("/v1/clubs/{}/ladders/{}", id, view.ladder.id.0), view);
    let claim = idempotency.claim()?;
    let done = clubs.create_ladder(id, &caller, (&base, &settings), claim.as_ref(), answer).await;
    done.map(CreatedOnce::from)
}

/// List the ladders of a club
///
/// Returns all ladders of a club with their last seasons, for everybody who sees the club.
#[operation(get "/v1/clubs/{id}/ladders", tag = "clubs", returns = "The ladders")]
pub async fn list_club_ladders(
    clubs: web::Data<Clubs>,
    viewer: LiveViewer,
    Path(id): Path<ClubId>,
) -> Result<Tagged<Page<LadderView>>, Problem> {
    let found = clubs.ladders(id, viewer.0.as_ref()).await?;
    Ok(Tagged(Page::whole(found)))
}

/// Get a ladder of a club
///
/// Returns a ladder with the season that runs, or else its last one, for everybody who sees the club.
#[operation(get "/v1/clubs/{id}/ladders/{ladder_id}", tag = "clubs", returns = "The ladder")]
pub async fn get_ladder(
    clubs: web::Data<Clubs>,
    viewer: LiveViewer,
    Path(id): Path<ClubId>,
    Path(ladder): Path<LadderId>,
) -> Result<Tagged<LadderView>, Problem> {
    let view = clubs.ladder(id, viewer.0.as_ref(), ladder).await?;
    Ok(Tagged(view))
}

/// Change a ladder
///
/// For the owner and managers. Its games stay the same.
#[operation(patch "/v1/clubs/{id}/ladders/{ladder_id}", tag = "clubs", returns = "The ladder")]
pub async fn update_ladder(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    Path(ladder): Path<LadderId>,
    Valid(body): Valid<UpdateLadder>,
) -> Result<web::Json<LadderView>, Problem> {
    returned(clubs.change_ladder(id, &caller, ladder, body)).await
}

/// Close a ladder
///
/// For the owner. Its season ends, and no other one begins; its tables and logs stay. One that was never used
/// is deleted, also by managers. Needs the access token of a login of the last ten minutes
/// (`fresh_login_needed`).
#[operation(delete "/v1/clubs/{id}/ladders/{ladder_id}", tag = "clubs", returns = "The ladder is closed")]
pub async fn close_ladder(
    Act(clubs, caller, id): Act<Clubs, ClubId>,
    Path(ladder): Path<LadderId>,
) -> Result<NoContent, Problem> {
    NoContent::after(clubs.close_ladder(id, &caller, ladder)).await
}
