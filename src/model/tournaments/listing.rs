//! Tournaments as lists show them.

use super::event::Tournament;

/// A tournament of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedTournament {
    /// The tournament.
    pub tournament: Tournament,
    /// The number of entries.
    pub entries: u32,
    /// The number of rounds that were paired.
    pub rounds: u16,
}
