//! Entries: the players of a tournament.

use chrono::{DateTime, Utc};

use crate::player::Occupant;
use lapidary_contest::event::entry::{Entrant, EntryId};
use lapidary_contest::event::team::TeamId;
use lapidary_engine::deal::Entropy;
use lapidary_words::words;

words! {
    /// Whether an entry takes part.
    EntryStatus:
    /// It is paired.
    Active = "active",
    /// It is not paired until the player comes back.
    Paused = "paused",
    /// The player has left, or was missing too often.
    Dropped = "dropped",
    /// An organizer has removed it.
    Removed = "removed",
    /// The tournament is full: it waits for a place until the start.
    Waiting = "waiting",
}

words! {
    /// What becomes of the results of somebody who leaves a round robin before they have played half of their
    /// games.
    EarlyLeavers:
    /// They count.
    Count = "count",
    /// They count for nobody (FIDE, General Regulations for Competitions, C.05).
    Annul = "annul",
}

/// The highest seed of an entry.
pub const SEED_MAX: u16 = 2_048;
/// The highest rating that an organizer gives a guest.
pub const RATING_MAX: u16 = 9_999;

/// A player who is invited to enter a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitee {
    /// The player.
    pub player: Occupant,
    /// Whether the player has entered, and not left.
    pub entered: bool,
}

/// An entry of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The number, in the order of entering.
    pub id: EntryId,
    /// The player. A guest has an id and no name.
    pub player: Occupant,
    /// The name of a guest, who has no account.
    pub guest: Option<String>,
    /// The team to which it belongs.
    pub team: Option<TeamId>,
    /// Whether it takes part.
    pub status: EntryStatus,
    /// The shown rating when the player entered, or what an organizer has given a guest.
    pub rating: i64,
    /// The seed that an organizer has given it, 1 for the strongest; none without one.
    pub seed: Option<u16>,
    /// What the player contributes to the deals of the games.
    pub entropy: Option<Entropy>,
    /// When the player entered.
    pub entered_at: DateTime<Utc>,
    /// The rounds for which the player has requested a bye, in the order of numbers.
    pub requested_byes: Vec<u16>,
    /// The number of the table at which it sits in every round.
    pub fixed_table: Option<u16>,
    /// The last round that was paired when an organizer removed it, 0 before the first; none unless it is
    /// removed.
    pub removed_in: Option<u16>,
}

impl Entry {
    /// Returns the entry as pairings and standings see it.
    pub const fn entrant(&self) -> Entrant {
        Entrant { id: self.id, rating: self.rating, seed: self.seed }
    }

    /// Returns the name under which it takes part; none for an erased account.
    pub fn name(&self) -> Option<&str> {
        self.guest.as_deref().or(self.player.username.as_deref())
    }

    /// Returns whether the account of its player is erased.
    pub fn is_erased(&self) -> bool {
        self.name().is_none()
    }

    /// Returns whether it has a place in its team: whoever has left for good leaves it to somebody else.
    pub fn has_place(&self) -> bool {
        matches!(self.status, EntryStatus::Active | EntryStatus::Paused) && !self.is_erased()
    }

    /// Returns whether it is paired. An erased account cannot play.
    pub fn takes_part(&self) -> bool {
        self.status == EntryStatus::Active && !self.is_erased()
    }
}
