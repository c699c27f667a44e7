//! Looks one turn ahead with the evaluation by hand.

use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::state::State;

use super::by_hand::{ByHand, Taste, final_share};
use super::turns::{Lister, sendable};

/// The worth of a won game, in points.
const WON: f32 = 1_000.0;
/// Turns closer than this are equal, and chance decides.
const TIE: f32 = 1e-4;

/// A greedy player with its memory.
#[derive(Debug)]
pub struct Greedy {
    by_hand: ByHand,
    lister: Lister,
}

impl Default for Greedy {
    fn default() -> Greedy {
        Greedy::new(ByHand::new(Taste::PLAIN))
    }
}

impl Greedy {
    /// A player with another evaluation.
    pub fn new(by_hand: ByHand) -> Greedy {
        Greedy { by_hand, lister: Lister::default() }
    }

    /// The decisions of the turn that gives the seat the greatest lead, with an error of up to half of
    /// `error` points in either direction.
    pub fn choose(&mut self, state: &State, seat: Seat, error: f32, rng: &mut fastrand::Rng) -> Vec<Action> {
        let (by_hand, threat) = (&self.by_hand, self.by_hand.threat(state, seat));
        let (mut most, mut turn) = (f32::NEG_INFINITY, Vec::new());
        self.lister.each(state, &mut |path, after| {
            let worth = match final_share(after, seat) {
                Some(share) => WON * share,
                // Only what vanishes from the table changes the position of others.
                None if takes_from_table(path) => by_hand.score(after, seat) - by_hand.threat(after, seat),
                None => by_hand.score(after, seat) - threat,
            };
            let judged = worth + error * (rng.f32() - 0.5) + rng.f32() * TIE;
            if judged > most {
                most = judged;
                turn.clear();
                turn.extend(sendable(path));
            }
        });
        turn
    }
}

/// Whether the turn does more than move tokens.
fn takes_from_table(turn: &[Action]) -> bool {
    turn.iter().any(|action| !matches!(action, Action::Take(_) | Action::Return(_) | Action::ReserveBlind(_)))
}
