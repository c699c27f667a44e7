//! Seats: how many there are and the order of play. It does not know who sits in them.

use std::fmt;
use std::ops::{Index, IndexMut};

/// The maximum number of seats in any ruleset.
pub const SEATS_MAX: usize = 4;
/// The minimum number of seats in any ruleset.
pub const SEATS_MIN: usize = 2;

/// A player's place at the table; seat 0 moves first (B3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The seat that moves first.
    pub const FIRST: Seat = Seat(0);

    /// The seat with this number, if any game has it.
    pub const fn new(number: u8) -> Option<Seat> {
        if (number as usize) < SEATS_MAX { Some(Seat(number)) } else { None }
    }

    /// Every seat that any game has, in order of play.
    pub fn all() -> impl Iterator<Item = Seat> {
        (0..SEATS_MAX as u8).map(Seat)
    }

    /// The seat's number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 3) as usize
    }

    /// The seat's number.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The number of seats of a game: 2, 3 or 4 (B1, K1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SeatCount(u8);

impl SeatCount {
    /// Two seats.
    pub const TWO: SeatCount = SeatCount(2);
    /// Three seats.
    pub const THREE: SeatCount = SeatCount(3);
    /// Four seats.
    pub const FOUR: SeatCount = SeatCount(4);
    /// All possible numbers of seats.
    pub const ALL: [SeatCount; 3] = [Self::TWO, Self::THREE, Self::FOUR];

    /// This number of seats, if it is possible.
    pub const fn new(count: u8) -> Option<SeatCount> {
        if count as usize >= SEATS_MIN && count as usize <= SEATS_MAX { Some(SeatCount(count)) } else { None }
    }

    /// The number itself.
    #[inline]
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// The seats in order of play.
    pub fn seats(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..self.0).map(Seat)
    }

    /// Whether the game has this seat.
    pub const fn has(self, seat: Seat) -> bool {
        seat.0 < self.0
    }

    /// The seat to the left: the next one in order of play.
    #[inline]
    pub const fn after(self, seat: Seat) -> Seat {
        if seat.0 + 1 < self.0 { Seat(seat.0 + 1) } else { Seat(0) }
    }
}

/// One value for each seat that any game may have, indexed by [`Seat`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BySeat<T>(pub [T; SEATS_MAX]);

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
