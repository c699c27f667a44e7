//! How a game ended: the reason, and the rank of each seat. It does not know how the ranks are computed.

use super::seat::{Seat, SeatCount};

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The final round is finished, and a seat in play has 15 prestige (B15).
    Prestige,
    /// The final round is finished, and a seat in play fulfills a city (C2).
    City,
    /// The final round is finished, and a traveler is in the palace (K9).
    Palace,
    /// All other seats left (B19).
    LastSeat,
    /// All seats in play passed one after another (B12).
    Stalemate,
    /// Twenty-five consecutive rounds had no purchase and no reserve; in Kids, no move (B20).
    QuietRounds,
}

impl Reason {
    /// Every reason, in the order of its snapshot byte.
    pub const ALL: [Reason; 6] = [
        Reason::Prestige,
        Reason::City,
        Reason::Palace,
        Reason::LastSeat,
        Reason::Stalemate,
        Reason::QuietRounds,
    ];

    /// The reason as named in results and exports.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Prestige => "prestige",
            Reason::City => "city",
            Reason::Palace => "palace",
            Reason::LastSeat => "last_seat",
            Reason::Stalemate => "stalemate",
            Reason::QuietRounds => "quiet_rounds",
        }
    }
}

/// A finished game: the reason and the ranks of all seats (B17).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Why the game ended.
    pub reason: Reason,
    /// The rank of each seat in seat order, 1 is best; equal seats share a rank and the next rank is skipped
    /// (1-1-3).
    pub ranks: Vec<u8>,
}

impl Outcome {
    /// Ranks seats by a key; a smaller key is better, and equal keys share a rank (B17).
    pub fn by_key<K: Ord>(reason: Reason, seats: SeatCount, key: impl Fn(Seat) -> K) -> Outcome {
        let rank = |seat: Seat| 1 + seats.seats().filter(|&other| key(other) < key(seat)).count() as u8;
        Outcome { reason, ranks: seats.seats().map(rank).collect() }
    }

    /// The seats of rank 1.
    pub fn winners(&self) -> Vec<Seat> {
        let first = |(seat, rank): (u8, &u8)| (*rank == 1).then(|| Seat::new(seat)).flatten();
        (0u8..).zip(&self.ranks).filter_map(first).collect()
    }
}
