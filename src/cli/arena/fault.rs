//! The faults of a program. Each fault ends the game for its seat.

use lapidary_model::excerpt::Excerpt;
use lapidary_words::words;
use std::fmt;

words! {
    /// The kinds of faults.
    #[derive(PartialOrd, Ord)]
    FaultKind:
    /// The program ended, closed its output, or could not be started.
    Exited = "exited",
    /// No answer came before the deadline.
    TimedOut = "timed_out",
    /// The answer is not JSON, or not an answer of the protocol.
    Malformed = "malformed",
    /// The answer is for another version of the game.
    WrongVersion = "wrong_version",
    /// The rules forbid the action, or the list of legal actions has no such index.
    IllegalAction = "illegal_action",
    /// The program wrote more than it may.
    Flooded = "flooded",
}

/// A fault of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    /// What happened, in a sentence.
    pub detail: String,
}

impl Fault {
    /// A fault with its description. Quoted words of a program are cut, and their control characters removed.
    pub fn new(kind: FaultKind, detail: impl fmt::Display) -> Fault {
        Fault { kind, detail: Excerpt::of(detail).into() }
    }
}
