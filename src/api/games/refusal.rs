//! The problems for refused requests about games.

use crate::extract::session_ended;
use crate::problems::problem::Fault;
use crate::problems::reason;
use crate::{Code, Problem};
use lapidary_model::clocks::REMAINING_MAX;
use lapidary_service::games::{ClockRefusal, GameRefusal};

impl From<GameRefusal> for Problem {
    fn from(refusal: GameRefusal) -> Self {
        match refusal {
            GameRefusal::SessionEnded => session_ended(),
            GameRefusal::NotFound => Problem::not_found(),
            GameRefusal::NotSeated => Problem::new(Code::NotSeated, "You have no seat in this game."),
            GameRefusal::NotStarted => {
                Problem::new(Code::GameNotStarted, "The game still waits for players.")
            }
            GameRefusal::Started => Problem::new(Code::GameStarted, "The game has already started."),
            GameRefusal::Finished => Problem::new(Code::GameFinished, "The game is over."),
            GameRefusal::Frozen => {
                Problem::new(Code::GameFrozen, "The game is frozen pending investigation.")
            }
            GameRefusal::NotYourTurn { action_index } => not_your_turn(action_index),
            GameRefusal::VersionConflict { version } => {
                let detail = format!("The game has version {version}.");
                Problem::new(Code::VersionConflict, detail).version(version.0.into())
            }
            GameRefusal::Illegal { action_index, refusal, decision } => {
                let detail = match reason::is_not_asked(refusal) {
                    true => format!("Not allowed now: the game waits for a `{decision}` action."),
                    false => refusal.to_string(),
                };
                Problem::new(Code::IllegalAction, detail)
                    .rule(refusal.rule())
                    .reason(reason::reason(refusal))
                    .action_index(action_index)
            }
            GameRefusal::AfterReveal { action_index } => {
                let detail = "An earlier action reveals something: send this one in a new request, after seeing what was revealed.";
                Problem::new(Code::AfterReveal, detail).action_index(action_index)
            }
            GameRefusal::NoSuchVersion { version } => {
                let detail = format!("The game has no such version: its current one is {version}.");
                Problem::new(Code::Malformed, detail)
            }
            GameRefusal::Out => Problem::new(Code::NotSeated, "Your seat has left the game."),
            GameRefusal::NoSuchSeat { seats } => {
                let detail = format!("must be less than {}, the number of seats of the game", seats.get());
                Problem::validation(vec![Fault::at("/seat", detail)])
            }
            GameRefusal::NotFinished => Problem::new(Code::GameNotFinished, "The game is not over."),
            GameRefusal::Clock(refusal) => refusal.into(),
            GameRefusal::Storage(failure) => failure.into(),
            GameRefusal::Diverged(divergence) => {
                tracing::error!(cause = %divergence, "a game cannot be replayed");
                Problem::new(Code::GameFrozen, "The game and its log disagree; it cannot be replayed.")
            }
            broken @ (GameRefusal::Randomness(_) | GameRefusal::Broken(_)) => Problem::internal(broken),
        }
    }
}

impl From<ClockRefusal> for Problem {
    fn from(refusal: ClockRefusal) -> Self {
        match refusal {
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

/// Returns the problem of an action for a seat that the game does not wait for.
pub(super) fn not_your_turn(action_index: usize) -> Problem {
    Problem::new(Code::NotYourTurn, "The game waits for another seat.").action_index(action_index)
}
