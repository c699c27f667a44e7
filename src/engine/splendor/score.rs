//! Ranks a finished game (B16, B17, C3). It does not know why the game ended.

use super::state::State;
use crate::outcome::Outcome;
use crate::rounds::Rounds;
use crate::seat::Seat;
use std::cmp::Reverse;

impl State {
    /// The result; `None` while the game runs.
    pub fn outcome(&self) -> Option<Outcome> {
        let reason = self.ending.over?;
        Some(Outcome::by_key(reason, self.seat_count, |seat| self.standing(seat)))
    }

    /// A key that is smaller for the better seat: in play, then out later; a fulfilled city; prestige; fewest
    /// purchases (B16, B17, C3).
    fn standing(&self, seat: Seat) -> (Option<Reverse<u8>>, bool, Reverse<u8>, u8) {
        let holdings = &self.seats[seat];
        if !self.in_play(seat) {
            return (Some(Reverse(self.out[seat])), false, Reverse(0), 0);
        }
        (None, self.lacks_city(seat), Reverse(self.prestige(seat)), holdings.purchases)
    }
}
