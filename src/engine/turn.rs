//! Knows whose turn it is, in any game. Knows nothing of what a turn consists of.

use super::seat::Seat;

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// The seat that moves.
    pub seat: Seat,
    /// The number of the turn in the game, from 1.
    pub number: u16,
}
