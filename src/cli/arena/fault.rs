//! What a program can do wrong. Each fault ends the game for its seat.

use std::fmt;

/// The maximum number of characters of the words of a program that a report repeats.
const SHOWN_MAX: usize = 300;

/// The kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// The program ended, closed its output, or could not be started.
    Exited,
    /// No answer came before the deadline.
    TimedOut,
    /// The answer is not JSON, or not an answer of the protocol.
    Malformed,
    /// The answer is for another version of the game.
    WrongVersion,
    /// The rules forbid the action, or the list of legal actions has no such index.
    IllegalAction,
    /// The program wrote more than it may.
    Flooded,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 6] = [
        Kind::Exited,
        Kind::TimedOut,
        Kind::Malformed,
        Kind::WrongVersion,
        Kind::IllegalAction,
        Kind::Flooded,
    ];

    /// The name in reports and in the protocol.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Exited => "exited",
            Kind::TimedOut => "timed_out",
            Kind::Malformed => "malformed",
            Kind::WrongVersion => "wrong_version",
            Kind::IllegalAction => "illegal_action",
            Kind::Flooded => "flooded",
        }
    }
}

/// A fault of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind.
    pub kind: Kind,
    /// What happened, in a sentence.
    pub detail: String,
}

impl Fault {
    /// A fault with what happened. Words of a program in it are cut and get no control characters.
    pub fn new(kind: Kind, detail: impl fmt::Display) -> Fault {
        let detail = detail.to_string();
        let mut shown: String = detail
            .trim()
            .chars()
            .map(|letter| if letter.is_control() { ' ' } else { letter })
            .take(SHOWN_MAX)
            .collect();
        if shown.len() < detail.trim().len() {
            shown.push('…');
        }
        Fault { kind, detail: shown }
    }
}
