//! Knows how a finished game is ranked (K9, K13). Knows nothing of why it ended.

use super::state::State;
use crate::engine::outcome::Outcome;
use crate::engine::seat::Seat;
use std::cmp::Reverse;

/// Where a seat stands at the end, the better the smaller.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    /// Reached the palace, alone with the jewel or together with all others there (K9, K13).
    Winner,
    /// Reached the palace, where another has the jewel (K13).
    InPalace,
    /// Did not reach the palace (K9).
    OnTheWay,
    /// Went out: the later the better (B19).
    Out(Reverse<u8>),
}

impl State {
    /// The result; none while the game runs.
    pub fn outcome(&self) -> Option<Outcome> {
        let reason = self.ending.over?;
        let jewel_in_palace =
            self.seats_in_play().any(|seat| self.seats[seat].in_palace() && self.seats[seat].jewel);
        Some(Outcome::by_key(reason, self.seat_count, |seat| self.standing(seat, jewel_in_palace)))
    }

    fn standing(&self, seat: Seat, jewel_in_palace: bool) -> Standing {
        let traveller = &self.seats[seat];
        if !traveller.in_play() {
            Standing::Out(Reverse(traveller.out))
        } else if !traveller.in_palace() {
            Standing::OnTheWay
        } else if jewel_in_palace && !traveller.jewel {
            Standing::InPalace
        } else {
            Standing::Winner
        }
    }
}
