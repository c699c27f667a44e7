//! Why a request about a puzzle is refused.

use crate::games::PlayRefusal;
use crate::refusal::refusals;
use lapidary_analysis::puzzles::AnswerRefusal;
use lapidary_store::Failure;

refusals! {
    /// Why a request about a puzzle is refused.
    pub enum PuzzleRefusal {
        NotFound = NotFound, "There is no such puzzle.";
        NoneLeft = NotFound,
            "You have answered or skipped every puzzle with this theme. Ask for another theme, or for none.";
        Bot = Forbidden, "Puzzles are for people: bots cannot answer them.";
        /// The answer is not a complete turn, so nothing was counted.
        Incomplete(decision: &'static str) = ValidationFailed at "/actions",
            "must be a complete turn: a `{decision}` action is missing at its end";
    } from sessions { SessionEnded } contains {
        /// The rules forbid the answer, so nothing was counted.
        Illegal(PlayRefusal),
        Storage(Failure),
    } through Failure: diesel::result::Error;
}

impl From<AnswerRefusal> for PuzzleRefusal {
    fn from(refusal: AnswerRefusal) -> Self {
        match refusal {
            AnswerRefusal::Illegal(refusal) => PlayRefusal::from(refusal).into(),
            AnswerRefusal::Incomplete(decision) => PuzzleRefusal::Incomplete(decision),
        }
    }
}
