//! Teams of an event, by their numbers.

use std::fmt;

use super::entry::EntryId;

/// The number of a team in its event, in the order of creation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "contract", derive(serde::Serialize))]
pub struct TeamId(pub u32);

impl TeamId {
    /// Returns the team as a participant of pairings and standings, where teams meet teams.
    pub const fn unit(self) -> EntryId {
        EntryId(self.0)
    }
}

impl From<EntryId> for TeamId {
    /// Returns the team that is this participant.
    fn from(unit: EntryId) -> TeamId {
        TeamId(unit.0)
    }
}

impl fmt::Display for TeamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
