//! How a game ended: the reason, and the rank of each seat. It does not know how the ranks are computed.

use super::seat::{Seat, SeatCount};
use lapidary_words::words;

words! {
    /// Why a game ended.
    /// The order is that of the bytes in snapshots.
    Reason:
    /// The final round is finished, and a seat in play has 15 prestige (B15).
    Prestige = "prestige",
    /// The final round is finished, and a seat in play fulfills a city (C2).
    City = "city",
    /// The final round is finished, and a traveler is in the palace (K9).
    Palace = "palace",
    /// All other seats left (B19).
    LastSeat = "last_seat",
    /// All seats in play passed one after another (B12).
    Stalemate = "stalemate",
    /// Twenty-five consecutive rounds had no purchase and no reserve; in Kids, no move (B20).
    QuietRounds = "quiet_rounds",
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
