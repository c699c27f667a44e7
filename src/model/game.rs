//! The basic types of a game: its id, version, status and terms.
//!
//! It knows the words that the database and the contract share for them.

use std::fmt;

use super::clock::Clock;
use super::delay::SpectatorDelay;
use super::season::SeasonId;
use super::tournament::TournamentId;
use crate::id::id;
use lapidary_engine::deal::Seating;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_words::words;

id! {
    /// The id of a game.
    GameId
}

/// The version of a game: the number of entries in its log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Version(pub u32);

impl Version {
    /// The version of a game that waits for players.
    pub const ZERO: Version = Version(0);

    /// Returns the version after this many more entries.
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

words! {
    /// The status of a game.
    Status:
    /// It waits for players.
    Waiting = "waiting",
    /// It has started and is not over.
    Active = "active",
    /// It was played to its end.
    Finished = "finished",
    /// It was aborted.
    Aborted = "aborted",
    /// It is frozen, because the game and its log disagree.
    Frozen = "frozen",
}

impl Status {
    /// Returns whether everybody who may see the game sees the revealed deal.
    pub const fn is_revealed(self) -> bool {
        match self {
            Status::Finished | Status::Aborted => true,
            Status::Waiting | Status::Active | Status::Frozen => false,
        }
    }
}

words! {
    /// Who may find and see a game.
    #[derive(Default)]
    Visibility:
    /// It is listed, and anybody may see it.
    #[default]
    Public = "public",
    /// It is not listed; anybody who knows the id may see and join it.
    Unlisted = "unlisted",
    /// Only invited players may see and join it.
    Private = "private",
}

/// The origin of a fork: a finished game, and one of its versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    pub game: GameId,
    /// The version whose position the fork begins with.
    pub at: Version,
}

/// The terms of a game, fixed when it is created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    pub ruleset: Ruleset,
    /// The number of seats.
    pub seats: SeatCount,
    /// Who may see it.
    pub visibility: Visibility,
    /// How the seats are assigned.
    pub seating: Seating,
    /// How the time of the players is limited.
    pub clock: Clock,
    /// How much later those without a seat see it.
    pub delay: Option<SpectatorDelay>,
    /// Whether it is a rated game between people, or one of a tournament. A rated game without a tournament
    /// belongs to a ladder.
    pub rated: bool,
    /// Whether it is a game of the ladder of bots. Its result is rated in the pool of that ladder.
    pub ladder: bool,
    /// The tournament to which it belongs.
    pub tournament: Option<TournamentId>,
    /// The season of a club's ladder in which it is rated. None for the pools of the server.
    pub season: Option<SeasonId>,
}

impl Terms {
    /// Returns whether the result of the game changes ratings: then it cannot be taken back. Always use this
    /// instead of `rated` alone.
    pub const fn changes_ratings(&self) -> bool {
        self.rated || self.ladder
    }
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
