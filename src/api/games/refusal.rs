//! The problems for refused requests about games, whatever they are about.

use std::time::Duration;

use crate::extract::session_ended;
use crate::problems::problem::Fault;
use crate::{Code, Problem};
use lapidary_model::fair_queue::Crowded;
use lapidary_service::games::GameRefusal;

/// What a client should wait when a queue is full.
const CROWDED_WAIT: Duration = Duration::from_secs(5);

impl From<Crowded> for Problem {
    fn from(_: Crowded) -> Self {
        let detail = "Too many requests of many clients wait for this server's work on games and pictures.";
        Problem::new(Code::Unavailable, detail).retry_after(CROWDED_WAIT)
    }
}

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
            GameRefusal::VersionConflict { version } => {
                let detail = format!("The game has version {version}.");
                Problem::new(Code::VersionConflict, detail).version(version.0.into())
            }
            GameRefusal::NoSuchVersion { version } => {
                let detail = format!("The game has no such version: its current one is {version}.");
                Problem::new(Code::Malformed, detail)
            }
            GameRefusal::NoSuchSeat { seats } => {
                let detail = format!("must be less than {}, the number of seats of the game", seats.get());
                Problem::validation(vec![Fault::at("/seat", detail)])
            }
            GameRefusal::NotFinished => Problem::new(Code::GameNotFinished, "The game is not over."),
            GameRefusal::Storage(failure) => failure.into(),
            GameRefusal::Crowded(crowded) => crowded.into(),
            GameRefusal::Diverged(divergence) => {
                tracing::error!(cause = %divergence, "a game cannot be replayed");
                Problem::new(Code::GameFrozen, "The game and its log disagree; it cannot be replayed.")
            }
            broken @ (GameRefusal::Randomness(_) | GameRefusal::Broken(_)) => Problem::internal(broken),
        }
    }
}
