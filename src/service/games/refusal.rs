//! Why a request about a game is refused, for any kind of request. Rooms with further reasons have their own
//! type, which contains this one.

use crate::refusal::{Code, Explain, Explanation, refusals};
use lapidary_engine::seat::SeatCount;
use lapidary_model::fair_queue::Crowded;
use lapidary_model::game::Version;
use lapidary_store::Failure;
use lapidary_store::games::NoGame;

/// The log entry that does not follow the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the log does not follow the rules at entry {0}")]
pub struct Divergence(pub Version);

impl Explain for Divergence {
    fn explain(&self) -> Explanation<'_> {
        let detail = "The game and its log disagree; it cannot be replayed.";
        Explanation { code: Code::GameFrozen, detail: detail.into(), ..Explanation::broken(self) }
    }
}

refusals! {
    /// Why a request about a game is refused.
    pub enum GameRefusal {
        NotFound = NotFound, "There is nothing at this address.";
        NotSeated = NotSeated, "You have no seat in this game.";
        NotStarted = GameNotStarted, "The game still waits for players.";
        Started = GameStarted, "The game has already started.";
        Finished = GameFinished, "The game is over.";
        Frozen = GameFrozen, "The game is frozen pending investigation.";
        VersionConflict { version: Version } => Explanation {
            version: Some(*version),
            ..Explanation::new(Code::VersionConflict, format!("The game has version {version}."))
        };
        NoSuchVersion { version: Version } = Malformed,
            "The game has no such version: its current one is {version}.";
        NoSuchSeat { seats: SeatCount } = ValidationFailed at "/seat",
            "must be less than {}, the number of seats of the game", seats.get();
        NotFinished = GameNotFinished, "The game is not over.";
        Broken(cause: &'static str) => Explanation::broken(cause);
    } from sessions { SessionEnded } contains {
        Randomness(getrandom::Error),
        Diverged(Divergence),
        Crowded(Crowded),
        Storage(Failure),
    } through Failure: diesel::result::Error;
}

impl From<NoGame> for GameRefusal {
    fn from(no_game: NoGame) -> Self {
        match no_game {
            NoGame::NotFound => GameRefusal::NotFound,
            NoGame::SessionEnded => GameRefusal::SessionEnded,
            NoGame::Storage(failure) => failure.into(),
        }
    }
}
