//! Acts of organizers on the clock of a table.

use std::time::Duration;

use super::reason::GiveReason;
use crate::Problem;
use crate::extract::{Act, Path, TableNumber, Valid};
use crate::http::outcome::NoContent;
use crate::problems::problem::Fault;
use lapidary_engine::seat::Seat;
use lapidary_model::tournament::TournamentId;
use lapidary_operation::{body, operation};
use lapidary_service::Tournaments;
use lapidary_service::games::ClockAct;
use lapidary_service::tournaments::ClockOrder;

/// Time for a seat.
#[body]
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
#[operation(post "/v1/tournaments/{id}/tables/{n}/pause", tag = "tournaments",
    returns = "The clock has stopped")]
pub async fn pause_table(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(TableNumber(number)): Path<TableNumber>,
    Valid(body): Valid<GiveReason>,
) -> Result<NoContent, Problem> {
    let order = ClockOrder { table: number, act: ClockAct::Pause, reason: &body.reason };
    NoContent::after(tournaments.act_on_clock(id, &caller, order)).await
}

/// Resume a table
///
/// For organizers: ends a pause, so that the clock runs on, or empties `clock.pause_agreed`. Without either,
/// only the audit changes.
#[operation(post "/v1/tournaments/{id}/tables/{n}/resume", tag = "tournaments",
    returns = "The clock runs on")]
pub async fn resume_table(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(TableNumber(number)): Path<TableNumber>,
    Valid(body): Valid<GiveReason>,
) -> Result<NoContent, Problem> {
    let order = ClockOrder { table: number, act: ClockAct::Resume, reason: &body.reason };
    NoContent::after(tournaments.act_on_clock(id, &caller, order)).await
}

/// Give a seat time
///
/// For organizers, while the game of the table is played with a clock. A seat can have 90 days at most. In a
/// game with a `correspondence` clock, only the seat whose clock runs can get time, for this turn.
#[operation(post "/v1/tournaments/{id}/tables/{n}/clock", tag = "tournaments",
    returns = "The seat has the time")]
pub async fn add_table_time(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Path(TableNumber(number)): Path<TableNumber>,
    Valid(body): Valid<AddTime>,
) -> Result<NoContent, Problem> {
    let seat = Seat::new(body.seat)
        .ok_or_else(|| Problem::validation(vec![Fault::at("/seat", "must be a seat")]))?;
    let act = ClockAct::Add { seat, time: Duration::from_millis(body.add_ms) };
    let order = ClockOrder { table: number, act, reason: &body.reason };
    NoContent::after(tournaments.act_on_clock(id, &caller, order)).await
}
