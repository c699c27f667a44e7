//! Acts of organizers on the clock of a table.

use std::time::Duration;

use actix_web::{HttpResponse, post, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::number::NumberPath;
use super::reason::GiveReason;
use crate::Problem;
use crate::extract::{LiveCaller, TournamentPath, Valid};
use crate::problems::problem::Fault;
use lapidary_engine::seat::Seat;
use lapidary_model::tournament::TournamentId;
use lapidary_service::Tournaments;
use lapidary_service::games::ClockAct;
use lapidary_service::tournaments::ClockOrder;

/// Time for a seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"seat": 0, "add_ms": 60_000, "reason": "the connection of the hall was down"}))]
pub struct AddTime {
    /// The seat, from 0.
    #[schema(minimum = 0, maximum = 3)]
    seat: u8,
    /// The time that its clock gets, in milliseconds.
    #[schema(minimum = 1_000, maximum = 1_209_600_000)]
    add_ms: u64,
    /// Why. Everybody reads it in the audit.
    #[schema(
        format = "text",
        pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$",
        min_length = 1,
        max_length = 200,
        example = "the connection of the hall was down"
    )]
    reason: String,
}

/// Pause a table
///
/// For organizers, while the game of the table is played with a clock: the clock stops until
/// `clock.paused_until` in the view of the game, as in a pause that all seats agree to. Any seat can end the
/// pause, and a turn ends it too. Pausing again sets the time anew.
#[utoipa::path(tag = "tournaments", request_body = GiveReason,
    params(("id" = Uuid, Path, description = "The tournament"), ("n" = u32, Path, description = "The number of the table")), responses(
    (status = 204, description = "The clock has stopped")
))]
#[post("/v1/tournaments/{id}/tables/{n}/pause")]
pub async fn pause_table(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
    n: NumberPath,
    Valid(body): Valid<GiveReason>,
) -> Result<HttpResponse, Problem> {
    let order = ClockOrder { table: n.0, act: ClockAct::Pause, reason: &body.reason };
    tournaments.act_on_clock(TournamentId(*id), &caller, order).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Resume a table
///
/// For organizers: ends a pause, so that the clock runs on, or empties `clock.pause_agreed`. Without either,
/// only the audit changes.
#[utoipa::path(tag = "tournaments", request_body = GiveReason,
    params(("id" = Uuid, Path, description = "The tournament"), ("n" = u32, Path, description = "The number of the table")), responses(
    (status = 204, description = "The clock runs on")
))]
#[post("/v1/tournaments/{id}/tables/{n}/resume")]
pub async fn resume_table(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
    n: NumberPath,
    Valid(body): Valid<GiveReason>,
) -> Result<HttpResponse, Problem> {
    let order = ClockOrder { table: n.0, act: ClockAct::Resume, reason: &body.reason };
    tournaments.act_on_clock(TournamentId(*id), &caller, order).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Give a seat time
///
/// For organizers, while the game of the table is played with a clock. A seat can have 90 days at most. In a
/// game with a `correspondence` clock, only the seat whose clock runs can get time, for this turn.
#[utoipa::path(tag = "tournaments", request_body = AddTime,
    params(("id" = Uuid, Path, description = "The tournament"), ("n" = u32, Path, description = "The number of the table")), responses(
    (status = 204, description = "The seat has the time")
))]
#[post("/v1/tournaments/{id}/tables/{n}/clock")]
pub async fn add_table_time(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    id: TournamentPath,
    n: NumberPath,
    Valid(body): Valid<AddTime>,
) -> Result<HttpResponse, Problem> {
    let seat = Seat::new(body.seat)
        .ok_or_else(|| Problem::validation(vec![Fault::at("/seat", "must be a seat")]))?;
    let act = ClockAct::Add { seat, time: Duration::from_millis(body.add_ms) };
    let order = ClockOrder { table: n.0, act, reason: &body.reason };
    tournaments.act_on_clock(TournamentId(*id), &caller, order).await?;
    Ok(HttpResponse::NoContent().finish())
}
