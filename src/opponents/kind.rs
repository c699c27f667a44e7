//! The names of the built-in opponents. How they play is in `opponent`.

use std::fmt;

/// A built-in opponent. Every kind plays every ruleset with every number of seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Plays random legal actions.
    Random,
    /// Looks one turn ahead and compares positions by hand-written rules.
    Greedy,
    /// Looks one turn ahead with the trained evaluation.
    Apprentice,
    /// Searches with the trained evaluation; plays better with a larger budget.
    Master,
}

impl Kind {
    /// All kinds, the weakest first.
    pub const ALL: [Kind; 4] = [Kind::Random, Kind::Greedy, Kind::Apprentice, Kind::Master];

    /// The name in the contract and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Random => "random",
            Kind::Greedy => "greedy",
            Kind::Apprentice => "apprentice",
            Kind::Master => "master",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
