//! Why a request about a game is refused, whatever it is about. Rooms whose requests can be refused for more
//! reasons have a type of their own, which contains this one.

use lapidary_engine::seat::SeatCount;
use lapidary_model::fair_queue::Crowded;
use lapidary_model::game::Version;
use lapidary_store::Failure;
use lapidary_store::games::NoGame;

/// The entry at which a log does not follow the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the log does not follow the rules at entry {0}")]
pub struct Divergence(pub Version);

/// Lets `?` turn failures of the database into the refusal of a room, which contains a [`GameRefusal`].
macro_rules! contains_game_refusal {
    ($room:ty) => {
        impl From<lapidary_store::Failure> for $room {
            fn from(failure: lapidary_store::Failure) -> Self {
                crate::games::GameRefusal::from(failure).into()
            }
        }

        impl From<lapidary_store::games::NoGame> for $room {
            fn from(no_game: lapidary_store::games::NoGame) -> Self {
                crate::games::GameRefusal::from(no_game).into()
            }
        }

        impl From<diesel::result::Error> for $room {
            fn from(error: diesel::result::Error) -> Self {
                crate::games::GameRefusal::from(error).into()
            }
        }
    };
}

pub(super) use contains_game_refusal;

/// Why a request about a game is refused.
#[derive(Debug, thiserror::Error)]
pub enum GameRefusal {
    #[error("the session has ended")]
    SessionEnded,
    #[error("there is no such game, or the caller may not see it")]
    NotFound,
    #[error("the caller has no seat")]
    NotSeated,
    #[error("the game still waits for players")]
    NotStarted,
    #[error("the game has started")]
    Started,
    #[error("the game is over")]
    Finished,
    #[error("the game is frozen")]
    Frozen,
    #[error("the game has another version")]
    VersionConflict { version: Version },
    #[error("the game never had this version")]
    NoSuchVersion { version: Version },
    #[error("the game has {seats} seats", seats = .seats.get())]
    NoSuchSeat { seats: SeatCount },
    #[error("the game is not over")]
    NotFinished,
    #[error("the random generator failed: {0}")]
    Randomness(#[from] getrandom::Error),
    #[error("{0}")]
    Broken(&'static str),
    #[error(transparent)]
    Diverged(#[from] Divergence),
    #[error(transparent)]
    Crowded(#[from] Crowded),
    #[error(transparent)]
    Storage(#[from] Failure),
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

impl From<diesel::result::Error> for GameRefusal {
    fn from(error: diesel::result::Error) -> Self {
        Failure::from(error).into()
    }
}
