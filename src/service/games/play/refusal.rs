//! Why a request about a game in play is refused: about a turn, and about the clocks.

use crate::games::GameRefusal;
use crate::games::refusal::contains_game_refusal;
use lapidary_engine::decisions::ListRefusal;
use lapidary_engine::game::Refusal;
use lapidary_store::Failure;

/// Why the decisions of a turn are refused. The index names the decision in the list that was sent.
#[derive(Debug, thiserror::Error)]
pub enum PlayRefusal {
    #[error(transparent)]
    Game(#[from] GameRefusal),
    #[error("the game waits for another seat")]
    NotYourTurn { action_index: usize },
    /// The kind of decision is the one that the game waits for.
    #[error("the rules forbid the action: {refusal}")]
    Illegal { action_index: usize, refusal: Refusal, decision: &'static str },
    #[error("the action may not follow one that reveals something")]
    AfterReveal { action_index: usize },
}

contains_game_refusal!(PlayRefusal);

impl From<ListRefusal> for PlayRefusal {
    fn from(refusal: ListRefusal) -> Self {
        match refusal {
            ListRefusal::AfterReveal { index } => PlayRefusal::AfterReveal { action_index: index },
            ListRefusal::NotAsked { index } => PlayRefusal::NotYourTurn { action_index: index },
            ListRefusal::Over => GameRefusal::Finished.into(),
            ListRefusal::Illegal { index, refusal, decision } => {
                PlayRefusal::Illegal { action_index: index, refusal, decision }
            }
        }
    }
}

/// Why the clocks of a game stay as they are: what pausing, resuming and taking days off can refuse, and the
/// acts of organizers on the clocks of tables.
#[derive(Debug, thiserror::Error)]
pub enum ClockRefusal {
    #[error(transparent)]
    Game(#[from] GameRefusal),
    #[error("the seat has left the game")]
    Out,
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

contains_game_refusal!(ClockRefusal);

impl ClockRefusal {
    /// Every attempt to change the clocks of a game has met something that had to be removed first.
    pub fn contended() -> ClockRefusal {
        Failure::Contended("the clocks of a game cannot be held".to_owned()).into()
    }
}
