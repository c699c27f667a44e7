//! Ranks a finished game (K9, K13). It does not know why the game ended.

use super::state::State;
use crate::outcome::Outcome;
use crate::seat::Seat;
use std::cmp::Reverse;

/// The standing of a seat at the end; smaller is better.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum FinalStanding {
    /// The seat reached the palace and has the jewel, or nobody in the palace has it (K9, K13).
    Winner,
    /// The seat reached the palace, but another seat there has the jewel (K13).
    InPalace,
    /// The seat did not reach the palace (K9).
    OnTheWay,
    /// The seat went out; going out later is better (B19).
    Out(Reverse<u8>),
}

impl State {
    /// The result; `None` while the game runs.
    pub fn outcome(&self) -> Option<Outcome> {
        let reason = self.ending.over?;
        let jewel_in_palace =
            self.seats_in_play().any(|seat| self.seats[seat].in_palace() && self.seats[seat].jewel);
        Some(Outcome::by_key(reason, self.seat_count, |seat| self.standing(seat, jewel_in_palace)))
    }

    fn standing(&self, seat: Seat, jewel_in_palace: bool) -> FinalStanding {
        let traveller = &self.seats[seat];
        if !traveller.in_play() {
            FinalStanding::Out(Reverse(traveller.out))
        } else if !traveller.in_palace() {
            FinalStanding::OnTheWay
        } else if jewel_in_palace && !traveller.jewel {
            FinalStanding::InPalace
        } else {
            FinalStanding::Winner
        }
    }
}
