//! The worth of a position with one turn of the game left: counted, not estimated.

use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::state::State;

use super::by_hand::final_share;
use super::turns::Lister;

/// Counts the results of the last turn of a game, with memory that it reuses.
#[derive(Debug, Default)]
pub struct LastTurn(Lister);

impl LastTurn {
    /// The share of a seat if the seat with the last turn plays it for itself, as far as its turns are known.
    /// Of equal turns, it plays the worst for the other seat. `None` if more than one turn is left, or if the
    /// game may continue after it (B19).
    pub fn share(&mut self, state: &State, seat: Seat) -> Option<f32> {
        let (last, _) = state.to_act().filter(|_| state.is_final_round())?;
        if state.seats_in_play().last() != Some(last) {
            return None;
        }
        let (mut best, mut goes_on) = (None, false);
        self.0.each(state, &mut |_, after| match (final_share(after, last), final_share(after, seat)) {
            (Some(own), Some(share)) => {
                let is_better = |(most, least)| own > most || own == most && share < least;
                if best.is_none_or(is_better) {
                    best = Some((own, share));
                }
            }
            _ => goes_on = true,
        });
        best.filter(|_| !goes_on).map(|(_, share)| share)
    }
}
