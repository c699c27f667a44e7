//! Why a request about a game is refused, whatever it is about. Rooms whose requests can be refused for more
//! reasons have a type of their own, which contains this one.

use lapidary_engine::decisions::ListRefusal;
use lapidary_engine::game::Refusal;
use lapidary_engine::seat::SeatCount;
use lapidary_model::game::Version;
use lapidary_store::Failure;

/// The entry at which a log does not follow the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the log does not follow the rules at entry {0}")]
pub struct Divergence(pub Version);

/// Why the clocks of a game stay as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ClockRefusal {
    #[error("the game has no clock")]
    NoClock,
    #[error("the clock of another seat runs")]
    OfAnother,
    #[error("the clock of the seat would have more than the maximum time")]
    TooMuchTime,
    #[error("the game has no time for each turn, and so no days off")]
    NoDaysOff,
    #[error("the seat does not have so many days off")]
    TooManyDaysOff { most: u8 },
}

/// Lets `?` turn failures of the database into the refusal of a room, which contains a [`GameRefusal`].
macro_rules! contains_game_refusal {
    ($room:ty) => {
        impl From<lapidary_store::Failure> for $room {
            fn from(failure: lapidary_store::Failure) -> Self {
                crate::games::GameRefusal::from(failure).into()
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
    #[error("the game waits for another seat")]
    NotYourTurn { action_index: usize },
    #[error("the game has another version")]
    VersionConflict { version: Version },
    #[error("the rules forbid the action: {refusal}")]
    Illegal { action_index: usize, refusal: Refusal, decision: &'static str },
    #[error("the action may not follow one that reveals something")]
    AfterReveal { action_index: usize },
    #[error("the game never had this version")]
    NoSuchVersion { version: Version },
    #[error("the seat has left the game")]
    Out,
    #[error("the game has {seats} seats", seats = .seats.get())]
    NoSuchSeat { seats: SeatCount },
    #[error("the game is not over")]
    NotFinished,
    #[error(transparent)]
    Clock(#[from] ClockRefusal),
    #[error("the random generator failed: {0}")]
    Randomness(#[from] getrandom::Error),
    #[error("{0}")]
    Broken(&'static str),
    #[error(transparent)]
    Diverged(#[from] Divergence),
    #[error(transparent)]
    Storage(#[from] Failure),
}

impl GameRefusal {
    /// Every attempt to change the clocks of a game has met something that had to be removed first.
    pub fn clocks_contended() -> GameRefusal {
        Failure::Contended("the clocks of a game cannot be held".to_owned()).into()
    }
}

impl From<ListRefusal> for GameRefusal {
    fn from(refusal: ListRefusal) -> Self {
        match refusal {
            ListRefusal::AfterReveal { index } => GameRefusal::AfterReveal { action_index: index },
            ListRefusal::NotAsked { index } => GameRefusal::NotYourTurn { action_index: index },
            ListRefusal::Over => GameRefusal::Finished,
            ListRefusal::Illegal { index, refusal, decision } => {
                GameRefusal::Illegal { action_index: index, refusal, decision }
            }
        }
    }
}

impl From<diesel::result::Error> for GameRefusal {
    fn from(error: diesel::result::Error) -> Self {
        Failure::from(error).into()
    }
}
