//! Which games a list is to hold, and a game as a list shows it.

use chrono::{DateTime, Utc};

use super::game::{GameId, Status, Terms, Version};
use super::player::Occupant;
use crate::auth::PlayerId;
use crate::engine::outcome::Outcome;
use crate::engine::seat::SeatCount;

/// Which games are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Those in which this player sits: the public ones, and those that the caller may know of. Without it the public ones.
    pub player: Option<PlayerId>,
    /// Those that stand here.
    pub status: Option<Status>,
    /// Those of this ruleset, whatever the modules.
    pub ruleset: Option<String>,
    /// Those for so many.
    pub seats: Option<SeatCount>,
}

/// A game in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The id.
    pub id: GameId,
    /// What was agreed at the creation.
    pub terms: Terms,
    /// Where it stands.
    pub status: Status,
    /// How many entries its log has.
    pub version: Version,
    /// Who created it.
    pub creator: PlayerId,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// The result, if it was played to its end.
    pub outcome: Option<Outcome>,
    /// Who sits in it: in order of seats once it has started, of joining before.
    pub occupants: Vec<Occupant>,
}
