//! Entries: who takes part in an event.

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

/// An entry that takes part in the next round, or that is listed in standings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The entry.
    pub id: EntryId,
    /// The shown rating at registration, by which equal scores are ordered.
    pub rating: i64,
}
