//! Games made for the tables of a tournament.

use crate::game::{GameId, Status};

/// A game that was made for a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MadeGame {
    /// The game.
    pub id: GameId,
    /// How far it is.
    pub status: Status,
    /// Whether its result is to change ratings.
    pub rated: bool,
}
