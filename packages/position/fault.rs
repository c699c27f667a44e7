//! What can be wrong with what a caller gives. Each says what would be right; a refusal has the number of its
//! ruling.

use std::error::Error;
use std::fmt;

use lapidary_engine::game::Refusal;
use lapidary_exported::Difference;

/// Why a call fails. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// An argument is impossible.
    Impossible(String),
    /// The rules forbid the action.
    Illegal {
        /// The reason, with the number of the ruling.
        reason: String,
        /// The number of the ruling.
        rule: &'static str,
    },
    /// A text or JSON is not an action of the ruleset.
    Notation(String),
    /// The JSON is not a view, or no game looks like it.
    View(String),
    /// An export is malformed, or contradicts its deal or the rules.
    Export(Difference),
}

impl Fault {
    /// The fault of an impossible argument.
    pub fn impossible(what: impl fmt::Display) -> Fault {
        Fault::Impossible(what.to_string())
    }

    /// The fault of an action that this ruling forbids.
    pub fn illegal(reason: impl fmt::Display, rule: &'static str) -> Fault {
        Fault::Illegal { reason: format!("{reason} ({rule})"), rule }
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        Fault::illegal(refusal, refusal.rule())
    }
}

impl From<Difference> for Fault {
    fn from(difference: Difference) -> Fault {
        Fault::Export(difference)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Impossible(reason)
            | Fault::Illegal { reason, .. }
            | Fault::Notation(reason)
            | Fault::View(reason) => f.write_str(reason),
            Fault::Export(difference) => difference.fmt(f),
        }
    }
}

impl Error for Fault {}
