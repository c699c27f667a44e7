//! What positions are worth, by the trained evaluation where there is one, otherwise by hand.

use std::sync::OnceLock;

use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::splendor::module::Modules;
use lapidary_engine::splendor::state::State;

use super::by_hand::{ByHand, Taste, final_share};
use super::net::{Base, Net};
use super::weights;

/// The logit of a game that is won; one that is lost has the negative.
const CERTAIN: f32 = 12.0;

/// An evaluation.
#[derive(Clone, Copy, Debug)]
pub enum Judge<'a> {
    /// Trained.
    Net(&'a Net),
    /// By hand-written rules.
    Hand(&'a ByHand),
}

impl Judge<'static> {
    /// The best evaluation for games like this one.
    pub fn of(state: &State) -> Judge<'static> {
        Judge::for_table(state.modules(), state.seat_count())
    }

    /// The best evaluation for this table.
    pub fn for_table(modules: Modules, seats: SeatCount) -> Judge<'static> {
        weights::trained(modules, seats).map_or_else(|| Judge::Hand(by_hand()), Judge::Net)
    }
}

impl Judge<'_> {
    /// Whether the evaluation is trained.
    pub const fn is_trained(self) -> bool {
        matches!(self, Judge::Net(_))
    }

    /// Computes what all turns of the seat in this position share.
    pub fn prepare(self, state: &State, seat: Seat, base: &mut Base) {
        if let Judge::Net(net) = self {
            net.prepare(state, seat, base);
        }
    }

    /// The logit of the share that the seat can expect after one of its turns in the prepared position.
    #[inline]
    pub fn logit_after(self, base: &Base, seat: Seat, after: &State) -> f32 {
        match (self, after.is_over()) {
            (_, true) => logit(final_share(after, seat).unwrap_or_default()),
            (Judge::Net(net), _) => net.logit_after(base, after),
            (Judge::Hand(by_hand), _) => logit(by_hand.share(after, seat)),
        }
    }

    /// The share of the game that the seat can expect in a position after some turn, 0 to 1.
    pub fn share(self, state: &State, seat: Seat) -> f32 {
        match (self, final_share(state, seat)) {
            (_, Some(share)) => share,
            (Judge::Net(net), None) => share(net.logit(state, seat)),
            (Judge::Hand(by_hand), None) => by_hand.share(state, seat),
        }
    }
}

/// The evaluation by hand, made once.
fn by_hand() -> &'static ByHand {
    static BY_HAND: OnceLock<ByHand> = OnceLock::new();
    BY_HAND.get_or_init(|| ByHand::new(Taste::TUNED))
}

/// The share that belongs to a logit.
#[inline]
pub fn share(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The logit of a share.
pub fn logit(share: f32) -> f32 {
    if share <= 0.0 {
        -CERTAIN
    } else if share >= 1.0 {
        CERTAIN
    } else {
        (share / (1.0 - share)).ln().clamp(-CERTAIN, CERTAIN)
    }
}
