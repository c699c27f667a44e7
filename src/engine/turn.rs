//! Whose turn it is, in any game. It does not know what a turn consists of.

use super::seat::Seat;

/// A turn: its seat and its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// The seat that moves.
    pub seat: Seat,
    /// The number of the turn in the game, from 1.
    pub number: u16,
}
