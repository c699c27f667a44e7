//! The games and the order of a list, and a game as a list shows it.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::game::{GameId, Status, Terms, Version};
use super::player::Occupant;
use super::tournament::TournamentId;
use crate::auth::PlayerId;
use lapidary_contest::rating::pool::Pool;
use lapidary_engine::outcome::Outcome;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::turn::Turn;
use lapidary_words::words;

/// The filters of a list.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only games with this player: public games, and other games that the caller may see. Without it, all
    /// public games.
    pub player: Option<PlayerId>,
    /// Only games with this status.
    pub status: Option<Status>,
    /// Only games that wait for players and to which this player, the caller, is invited without a seat.
    /// Omits games of players that they have blocked.
    pub invited: Option<PlayerId>,
    /// Only games of this ruleset, with any modules.
    pub ruleset: Option<String>,
    /// Only games of the ruleset with exactly these modules, as `splendor+orient`.
    pub played: Option<String>,
    /// Only games with this many seats.
    pub seats: Option<SeatCount>,
    /// Only games with this label.
    pub label: Option<String>,
    /// Only games that this player, the caller, organizes for others, even private ones.
    pub organizer: Option<PlayerId>,
    /// Only games that have not changed for this long.
    pub stalled_for: Option<Duration>,
    /// Only games whose results change ratings, or only others.
    pub rated: Option<bool>,
    /// Only rated games of this pool.
    pub pool: Option<Pool>,
    /// Only games of [`player`](Self::player) with this player too.
    pub opponent: Option<PlayerId>,
    /// Only games of this tournament.
    pub tournament: Option<TournamentId>,
    /// Only games that were created at this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Only games that were created before this time.
    pub until: Option<DateTime<Utc>>,
    pub order: Order,
}

// Both orders follow creation. No index knows the last change of a game, because every turn would have to
// update it.
words! {
    /// The order of a list of games.
    #[derive(Default)]
    Order:
    /// The newest first.
    #[default]
    Newest = "newest",
    /// The oldest first.
    Oldest = "oldest",
}

/// A game in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub id: GameId,
    pub terms: Terms,
    pub status: Status,
    /// The version: the number of entries in its log.
    pub version: Version,
    /// The player who created it.
    pub creator: PlayerId,
    /// The name that its creator gave it.
    pub label: Option<String>,
    /// Whether its creator organizes it for others.
    pub organized: bool,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
    /// The seat that the game waits for, and the kind of its decision.
    pub to_act: Option<(Seat, &'static str)>,
    /// The current turn.
    pub turn: Option<Turn>,
    /// The result, if it was played to its end.
    pub outcome: Option<Outcome>,
    /// The players: in order of seats after the start, in order of joining before it.
    pub occupants: Vec<Occupant>,
    /// The seat whose clock runs, and the end of its time. None if no clock runs.
    pub deadline: Option<(Seat, DateTime<Utc>)>,
    /// The seats of connected players, as far as the viewer may know. Before the start, their places in the
    /// order of joining.
    pub present: Vec<Seat>,
    /// The number of other followers of the game, as far as the viewer may know.
    pub watchers: usize,
}

impl Listed {
    /// Returns whether the game waits for a decision of this player.
    pub fn waits_for(&self, player: PlayerId) -> bool {
        let deciding = self.to_act.and_then(|(seat, _)| self.occupants.get(seat.index()));
        deciding.is_some_and(|occupant| occupant.player == player)
    }

    /// Returns whether this viewer sees the game later than its seats.
    pub fn is_late_for(&self, viewer: Option<PlayerId>) -> bool {
        self.terms.delay.is_some() && !self.occupants.iter().any(|occupant| Some(occupant.player) == viewer)
    }

    /// Returns the number of seats that are not taken.
    pub fn free_seats(&self) -> usize {
        self.terms.seats.get().saturating_sub(self.occupants.len())
    }
}

/// A running public game in the lobby: the parts that stay the same from turn to turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Running {
    pub id: GameId,
    pub terms: Terms,
    /// The name that its creator gave it.
    pub label: Option<String>,
    /// The player who created it.
    pub creator: PlayerId,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// The players in the order of seats.
    pub occupants: Vec<Occupant>,
}

impl From<Listed> for Running {
    fn from(game: Listed) -> Self {
        let Listed { id, terms, label, creator, created_at, occupants, .. } = game;
        Running { id, terms, label, creator, created_at, occupants }
    }
}
