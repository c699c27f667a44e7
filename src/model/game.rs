//! The nouns of a game that last: its id, version, status and what was agreed at its creation.
//!
//! It knows the word for each, which the database and the contract share.

use std::fmt;

use uuid::Uuid;

use crate::engine::deal::Seating;
use crate::engine::ruleset::Ruleset;
use crate::engine::seat::SeatCount;

/// The id of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(pub Uuid);

impl GameId {
    /// A new id, later in order than all before.
    pub fn generate() -> Self {
        GameId(Uuid::now_v7())
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How many entries the log of a game has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Version(pub u32);

impl Version {
    /// The version of a game that waits.
    pub const ZERO: Version = Version(0);

    /// The version after so many more entries.
    #[must_use]
    pub fn plus(self, entries: usize) -> Version {
        Version(self.0.saturating_add(entries as u32))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Where a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// It waits for players.
    Waiting,
    /// It is being played.
    Active,
    /// It was played to its end.
    Finished,
    /// It was broken off.
    Aborted,
    /// Game and log were found to disagree.
    Frozen,
}

impl Status {
    /// Every status.
    pub const ALL: [Status; 5] =
        [Status::Waiting, Status::Active, Status::Finished, Status::Aborted, Status::Frozen];

    /// The word for it in the database and in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Waiting => "waiting",
            Status::Active => "active",
            Status::Finished => "finished",
            Status::Aborted => "aborted",
            Status::Frozen => "frozen",
        }
    }

    /// The status of this name.
    pub fn named(name: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.name() == name)
    }

    /// Whether the deal is revealed to everybody who may see the game.
    pub const fn is_revealed(self) -> bool {
        match self {
            Status::Finished | Status::Aborted => true,
            Status::Waiting | Status::Active | Status::Frozen => false,
        }
    }
}

/// Who may find and see a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// It is listed, and anybody may look.
    Public,
    /// Whoever has the id may look and join.
    Unlisted,
    /// Only the invited know of it.
    Private,
}

impl Visibility {
    /// Every visibility.
    pub const ALL: [Visibility; 3] = [Visibility::Public, Visibility::Unlisted, Visibility::Private];

    /// The word for it in the database and in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Visibility::Public => "public",
            Visibility::Unlisted => "unlisted",
            Visibility::Private => "private",
        }
    }

    /// The visibility of this name.
    pub fn named(name: &str) -> Option<Visibility> {
        Visibility::ALL.into_iter().find(|visibility| visibility.name() == name)
    }
}

/// What is agreed when a game is created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// What is played.
    pub ruleset: Ruleset,
    /// For how many.
    pub seats: SeatCount,
    /// Who may see it.
    pub visibility: Visibility,
    /// How the players come to their seats.
    pub seating: Seating,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_back() {
        for status in Status::ALL {
            assert_eq!(Status::named(status.name()), Some(status));
        }
        for visibility in Visibility::ALL {
            assert_eq!(Visibility::named(visibility.name()), Some(visibility));
        }
    }
}
