//! The problems for refused requests about puzzles.

use crate::extract::session_ended;
use crate::problems::problem::Fault;
use crate::{Code, Problem};
use lapidary_service::puzzles::PuzzleRefusal;

impl From<PuzzleRefusal> for Problem {
    fn from(refusal: PuzzleRefusal) -> Self {
        match refusal {
            PuzzleRefusal::SessionEnded => session_ended(),
            PuzzleRefusal::NotFound => Problem::new(Code::NotFound, "There is no such puzzle."),
            PuzzleRefusal::NoneLeft => {
                let detail =
                    "You have answered every puzzle with this theme. Ask for another theme, or for none.";
                Problem::new(Code::NotFound, detail)
            }
            PuzzleRefusal::Bot => {
                Problem::new(Code::Forbidden, "Puzzles are for people: bots cannot answer them.")
            }
            PuzzleRefusal::Illegal(refusal) => refusal.into(),
            PuzzleRefusal::Incomplete(decision) => {
                let detail = format!("must be a complete turn: a `{decision}` action is missing at its end");
                Problem::validation(vec![Fault::at("/actions", detail)])
            }
            PuzzleRefusal::Storage(failure) => failure.into(),
        }
    }
}
