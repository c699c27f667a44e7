//! A game as it is stored, out of the database.
//!
//! It knows what belongs to a game; it knows neither how it is found nor who may see it.

use chrono::{DateTime, Utc};

use crate::auth::PlayerId;
use crate::engine::game::Game;
use crate::engine::seat::Seat;
use crate::model::game::{GameId, Status, Terms, Version};
use crate::model::player::Occupant;

/// A stored game. It holds hidden cards, so it cannot be printed.
#[derive(Clone)]
pub struct GameRecord {
    /// The id.
    pub id: GameId,
    /// What was agreed at the creation.
    pub terms: Terms,
    /// Where it stands.
    pub status: Status,
    /// How many entries its log has.
    pub version: Version,
    /// The position; none before the start.
    pub game: Option<Game>,
    /// The commitment to the seed of the deal.
    pub commitment: [u8; 32],
    /// Who created it.
    pub creator: PlayerId,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// Who sits in it: in order of seats once it has started, of joining before.
    pub occupants: Vec<Occupant>,
    /// The seats that agree to abort it as it stands.
    pub abort_agreed: Vec<Seat>,
}

impl GameRecord {
    /// The seat of a player; before the start their place in the order of joining.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let place = self.occupants.iter().position(|occupant| occupant.player == player)?;
        Seat::new(place as u8)
    }

    /// The same game further on, where nobody agrees to abort it any more; its position is told apart.
    #[must_use]
    pub fn after(&self, version: Version, status: Status) -> GameRecord {
        GameRecord { version, status, game: None, abort_agreed: Vec::new(), ..self.clone() }
    }
}
