//! Teams of a tournament: groups of entries whose results count together.

use serde::{Deserialize, Serialize};

use super::entry::Entry;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::team::TeamId;

/// The smallest size of a team, if organizers say nothing else.
pub const TEAM_SIZE_MIN_DEFAULT: u8 = 2;

/// The rules for teams of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamRules {
    /// How many members a team must have at the start, at least.
    pub size_min: u8,
    /// How many members a team can have.
    pub size_max: u8,
    /// How many of the best members count. None if a whole team counts.
    pub counted: Option<u8>,
    /// The number of boards of a match if teams play matches. None if members play alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boards: Option<u8>,
}

impl TeamRules {
    /// Returns the maximum number of members that count. In matches, all do.
    pub fn counted_max(&self) -> usize {
        if self.boards.is_some() {
            return usize::MAX;
        }
        self.counted.unwrap_or(self.size_max).into()
    }
}

/// A team. Its members are the entries that name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    /// The number, in the order in which teams were made.
    pub id: TeamId,
    /// The name.
    pub name: String,
    /// The entry that leads it, as it was chosen.
    pub chosen_captain: Option<EntryId>,
    /// The entries in the order of boards, as it was chosen.
    pub chosen_order: Vec<EntryId>,
}

impl Team {
    /// Returns the captain: the chosen member, or the first one by number if that one has left or nobody was
    /// chosen. None without a member that has a place.
    pub fn captain<'a>(&self, entries: &'a [Entry]) -> Option<&'a Entry> {
        let members = entries.iter().filter(|entry| entry.team == Some(self.id) && entry.has_place());
        members.min_by_key(|entry| (Some(entry.id) != self.chosen_captain, entry.id))
    }

    /// Returns the members in the order of boards, including those that have left: the chosen order, then by
    /// number.
    pub fn ordered<'a>(&self, entries: &'a [Entry]) -> Vec<&'a Entry> {
        let mut members: Vec<&Entry> = entries.iter().filter(|entry| entry.team == Some(self.id)).collect();
        let chosen = |entry: &Entry| self.chosen_order.iter().position(|&id| id == entry.id);
        members.sort_by_key(|entry| (chosen(entry).unwrap_or(usize::MAX), entry.id));
        members
    }
}
