//! Tournaments as lists show them.

use super::event::Tournament;
use super::settings::Status;
use crate::auth::PlayerId;
use crate::club::ClubId;

/// The public tournaments of a list. Fields that are none filter nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PublicFilter {
    /// How far they are. Drafts are never listed.
    pub status: Option<Status>,
    /// The club to which they belong.
    pub club: Option<ClubId>,
    /// Beginnings of words in their names, ignoring case. All except letters and digits separates words.
    pub name: Option<String>,
    /// The id of the ruleset, with any modules.
    pub ruleset: Option<String>,
    /// Who organizes them.
    pub organizer: Option<PlayerId>,
    /// Who has entered them.
    pub player: Option<PlayerId>,
}

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
