//! A stored game, read from the database.
//!
//! It knows what belongs to a game; it does not know how a game is found, nor who may see it.

use chrono::{DateTime, Utc};

use lapidary_engine::deal::DealId;
use lapidary_engine::game::Game;
use lapidary_engine::seat::Seat;
use lapidary_model::auth::PlayerId;
use lapidary_model::built_in::Strength;
use lapidary_model::clocks::Clocks;
use lapidary_model::game::{GameId, Origin, Status, Terms, Version};
use lapidary_model::player::Occupant;

/// A stored game. It contains hidden cards, so it does not implement `Debug`.
#[derive(Clone)]
pub struct GameRecord {
    pub id: GameId,
    pub terms: Terms,
    pub status: Status,
    /// The version: the number of entries in its log.
    pub version: Version,
    /// The position; none before the start.
    pub game: Option<Game>,
    /// The commitment to the seed of the deal.
    pub commitment: [u8; 32],
    /// The player who created it.
    pub creator: PlayerId,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// The name that its creator gave it.
    pub label: Option<String>,
    /// Whether its creator organizes it for others.
    pub organized: bool,
    /// The players: in order of seats once the game has started, before that in order of joining.
    pub occupants: Vec<Occupant>,
    /// How strong built-in opponents play at this table, if it was said.
    pub strengths: Vec<(PlayerId, Strength)>,
    /// The game and version whose position this game begins with; none if it begins from the start.
    pub origin: Option<Origin>,
    /// The deal that this game shares with others; none if it has a deal of its own.
    pub shared_deal: Option<DealId>,
    /// Whether its deal is shared and not revealed: then only its seats may see it, even if it is over.
    pub sealed: bool,
    /// The seats that agree to abort the current game.
    pub abort_agreed: Vec<Seat>,
    /// The clocks; none before the start, and in a game without a clock.
    pub clocks: Option<Clocks>,
}

impl GameRecord {
    /// Returns whether this player organizes the game without a seat in it.
    pub fn is_organized_by(&self, player: PlayerId) -> bool {
        self.organized && self.creator == player && self.seat_of(player).is_none()
    }

    /// Returns whether the secret of the deal is public.
    pub fn is_revealed(&self) -> bool {
        self.status.is_revealed() && !self.sealed
    }

    /// Returns the ids of the players, in the order of `occupants`.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        self.occupants.iter().map(|occupant| occupant.player)
    }

    /// Returns the seat of a player; before the start, their place in the order of joining.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let place = self.occupants.iter().position(|occupant| occupant.player == player)?;
        Seat::new(place as u8)
    }

    /// Returns the same game at a later version, with an empty list of seats that agree to abort it. The
    /// caller sets the position and the clocks.
    #[must_use]
    pub fn after(&self, version: Version, status: Status) -> GameRecord {
        GameRecord { version, status, game: None, abort_agreed: Vec::new(), ..self.clone() }
    }
}
