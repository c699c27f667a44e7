//! Which games a list is to hold, and a game as a list shows it.

use chrono::{DateTime, Utc};

use super::game::{GameId, Status, Terms, Version};
use super::player::Occupant;
use crate::auth::PlayerId;
use crate::engine::outcome::Outcome;
use crate::engine::seat::{Seat, SeatCount};

/// The filters of a list.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only games in which this player sits: public games, and other games that the caller may see. Without it, all
    /// public games.
    pub player: Option<PlayerId>,
    /// Only games with this status.
    pub status: Option<Status>,
    /// Only games of this ruleset, with any modules.
    pub ruleset: Option<String>,
    /// Only games with this many seats.
    pub seats: Option<SeatCount>,
}

/// A game in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The id.
    pub id: GameId,
    /// The terms.
    pub terms: Terms,
    /// The status.
    pub status: Status,
    /// The version: the number of entries in its log.
    pub version: Version,
    /// The player who created it.
    pub creator: PlayerId,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// The result, if it was played to its end.
    pub outcome: Option<Outcome>,
    /// The players: in order of seats once the game has started, before that in order of joining.
    pub occupants: Vec<Occupant>,
    /// The seat whose clock runs, and when it has no time left; none if no clock runs.
    pub deadline: Option<(Seat, DateTime<Utc>)>,
}
