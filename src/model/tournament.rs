//! Tournaments: the values that games and tournaments share.

use std::fmt;

use uuid::Uuid;

/// The id of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TournamentId(pub Uuid);

impl TournamentId {
    /// Returns a new id, which sorts after all earlier ids.
    pub fn generate() -> Self {
        TournamentId(Uuid::now_v7())
    }
}

impl fmt::Display for TournamentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
