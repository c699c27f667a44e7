//! Entries: the participants of an event.

use std::cmp::Reverse;
use std::fmt;

/// The maximum number of seats of a table.
pub const SEATS_MAX: usize = 4;

/// The number of an entry in its event, in the order of registration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "contract", derive(serde::Serialize))]
pub struct EntryId(pub u32);

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An entry that takes part in the next round, or that standings list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The entry.
    pub id: EntryId,
    /// The shown rating at registration, which orders equal scores.
    pub rating: i64,
    /// The seed that an organizer has assigned, 1 for the strongest. None without one.
    pub seed: Option<u16>,
}

impl Entrant {
    /// Returns the order of entrants without games: by seeds first, with missing ones last, then by ratings,
    /// with the highest first.
    pub fn strength(&self) -> impl Ord + use<> {
        (self.seed.unwrap_or(u16::MAX), Reverse(self.rating))
    }
}
