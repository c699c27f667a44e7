//! Why a request about a puzzle is refused.

use lapidary_analysis::puzzles::AnswerRefusal;
use lapidary_store::Failure;

/// Why a request about a puzzle is refused.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleRefusal {
    #[error("the session has ended")]
    SessionEnded,
    #[error("there is no such puzzle")]
    NotFound,
    #[error("the player has answered every such puzzle")]
    NoneLeft,
    #[error("bots answer no puzzles")]
    Bot,
    /// Nothing was counted.
    #[error(transparent)]
    Answer(#[from] AnswerRefusal),
    #[error(transparent)]
    Storage(#[from] Failure),
}

impl From<diesel::result::Error> for PuzzleRefusal {
    fn from(error: diesel::result::Error) -> Self {
        Failure::from(error).into()
    }
}
