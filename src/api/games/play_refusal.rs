//! The problems for refused requests about games in play: about a turn, and about the clocks.

use crate::problems::problem::Fault;
use crate::problems::reason;
use crate::{Code, Problem};
use lapidary_model::clocks::REMAINING_MAX;
use lapidary_service::games::{ClockRefusal, PlayRefusal};

impl From<PlayRefusal> for Problem {
    fn from(refusal: PlayRefusal) -> Self {
        match refusal {
            PlayRefusal::Game(refusal) => refusal.into(),
            PlayRefusal::NotYourTurn { action_index } => not_your_turn(action_index),
            PlayRefusal::Illegal { action_index, refusal, decision } => {
                let detail = match reason::is_not_asked(refusal) {
                    true => format!("Not allowed now: the game waits for a `{decision}` action."),
                    false => refusal.to_string(),
                };
                Problem::new(Code::IllegalAction, detail)
                    .rule(refusal.rule())
                    .reason(reason::reason(refusal))
                    .action_index(action_index)
            }
            PlayRefusal::AfterReveal { action_index } => {
                let detail = "An earlier action reveals something: send this one in a new request, after seeing what was revealed.";
                Problem::new(Code::AfterReveal, detail).action_index(action_index)
            }
        }
    }
}

/// Returns the problem of an action for a seat that the game does not wait for.
pub(super) fn not_your_turn(action_index: usize) -> Problem {
    Problem::new(Code::NotYourTurn, "The game waits for another seat.").action_index(action_index)
}

impl From<ClockRefusal> for Problem {
    fn from(refusal: ClockRefusal) -> Self {
        match refusal {
            ClockRefusal::Game(refusal) => refusal.into(),
            ClockRefusal::Out => Problem::new(Code::NotSeated, "Your seat has left the game."),
            ClockRefusal::TooMuchTime => {
                let days = REMAINING_MAX.as_secs() / 86_400;
                let detail = format!("is too much: with it, the seat would have more than {days} days");
                Problem::validation(vec![Fault::at("/add_ms", detail)])
            }
            ClockRefusal::OfAnother => Problem::new(Code::NotYourTurn, "The clock of another seat runs."),
            ClockRefusal::NoClock => Problem::new(Code::NotAvailable, "This game has no clock."),
            ClockRefusal::NoDaysOff => {
                let detail = "Only games with a `correspondence` clock have days off.";
                Problem::new(Code::NotAvailable, detail)
            }
            ClockRefusal::TooManyDaysOff { most } => Problem::validation(vec![Fault::at(
                "/days",
                format!("must be at most {most}, because you have no more days off in this game"),
            )]),
        }
    }
}
