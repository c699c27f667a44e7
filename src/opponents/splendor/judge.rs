//! Values positions by the trained evaluation if there is one, otherwise by hand.

use std::sync::OnceLock;

use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::splendor::module::Modules;
use lapidary_engine::splendor::state::State;

use super::by_hand::{ByHand, Taste, final_share};
use super::features::{AnyTable, BaseGame};
use super::last_turn::LastTurn;
use super::net::{self, AnyTableNet, BaseOfMoreNet, BaseOfTwoNet};
use super::weights::{self, Evaluation};

/// The logit of a won game; a lost one has the negative.
const CERTAIN: f32 = 12.0;

/// An evaluation.
#[derive(Clone, Copy, Debug)]
pub enum Judge<'a> {
    /// Trained, for the base game of two.
    BaseOfTwo(&'a BaseOfTwoNet),
    /// Trained, for the base game of three and four.
    BaseOfMore(&'a BaseOfMoreNet),
    /// Trained, for any table.
    AnyTable(&'a AnyTableNet),
    /// By hand-written rules.
    Hand(&'a ByHand),
}

/// The results that a trained evaluation computes once for all turns of a seat in a position, and the memory
/// for counting without an evaluation.
#[derive(Default, Debug)]
pub struct Base {
    base_of_two: net::Base<BaseGame<1>, { BaseOfTwoNet::UNITS }>,
    base_of_more: net::Base<BaseGame<3>, { BaseOfMoreNet::UNITS }>,
    any_table: net::Base<AnyTable, { AnyTableNet::UNITS }>,
    last_turn: LastTurn,
}

impl<'a> From<&'a BaseOfTwoNet> for Judge<'a> {
    fn from(net: &'a BaseOfTwoNet) -> Judge<'a> {
        Judge::BaseOfTwo(net)
    }
}

impl<'a> From<&'a BaseOfMoreNet> for Judge<'a> {
    fn from(net: &'a BaseOfMoreNet) -> Judge<'a> {
        Judge::BaseOfMore(net)
    }
}

impl<'a> From<&'a AnyTableNet> for Judge<'a> {
    fn from(net: &'a AnyTableNet) -> Judge<'a> {
        Judge::AnyTable(net)
    }
}

impl Evaluation {
    /// The evaluation as what the search asks.
    pub const fn judge(&self) -> Judge<'_> {
        match self {
            Evaluation::BaseOfTwo(net) => Judge::BaseOfTwo(net),
            Evaluation::BaseOfMore(net) => Judge::BaseOfMore(net),
            Evaluation::AnyTable(net) => Judge::AnyTable(net),
        }
    }
}

impl Judge<'static> {
    /// The best evaluation for games like this one.
    pub fn of(state: &State) -> Judge<'static> {
        Judge::for_table(state.modules(), state.seat_count())
    }

    /// The best evaluation for this table.
    pub fn for_table(modules: Modules, seats: SeatCount) -> Judge<'static> {
        weights::trained(modules, seats).map_or_else(Judge::by_hand, Evaluation::judge)
    }

    /// The evaluation by hand, for any table.
    pub fn by_hand() -> Judge<'static> {
        Judge::Hand(by_hand())
    }
}

impl Judge<'_> {
    /// Computes what all turns of the seat in this position share.
    pub fn prepare(self, state: &State, seat: Seat, base: &mut Base) {
        match self {
            Judge::BaseOfTwo(net) => net.prepare(state, seat, &mut base.base_of_two),
            Judge::BaseOfMore(net) => net.prepare(state, seat, &mut base.base_of_more),
            Judge::AnyTable(net) => net.prepare(state, seat, &mut base.any_table),
            Judge::Hand(_) => {}
        }
    }

    /// The logit of the expected share of the seat after one of its turns in the prepared position. At the
    /// end of the game and one turn before it, this counts the exact share.
    #[inline]
    pub fn logit_after(self, base: &mut Base, seat: Seat, after: &State) -> f32 {
        if (after.is_over() || after.is_final_round())
            && let Some(share) = final_share(after, seat).or_else(|| base.last_turn.share(after, seat))
        {
            return logit(share);
        }
        match self {
            Judge::BaseOfTwo(net) => net.logit_after(&base.base_of_two, after),
            Judge::BaseOfMore(net) => net.logit_after(&base.base_of_more, after),
            Judge::AnyTable(net) => net.logit_after(&base.any_table, after),
            Judge::Hand(by_hand) => logit(by_hand.share(after, seat)),
        }
    }

    /// The expected share of the game for the seat in a position after some turn, 0 to 1.
    pub fn share(self, state: &State, seat: Seat) -> f32 {
        match (self, final_share(state, seat)) {
            (_, Some(share)) => share,
            (Judge::BaseOfTwo(net), None) => share(net.logit(state, seat)),
            (Judge::BaseOfMore(net), None) => share(net.logit(state, seat)),
            (Judge::AnyTable(net), None) => share(net.logit(state, seat)),
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
