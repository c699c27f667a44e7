//! The legal main actions as bits of a word, which can be counted and picked without listing them (B4-B8). Other
//! decisions are in `legal`.

use super::action::Action;
use super::card::{CardId, Deck};
use super::color::{Color, ColorSet};
use super::holdings::HAND_MAX;
use super::slot::{SLOTS, Slot, SlotSet};
use super::state::State;
use super::tokens::Gems;
use crate::bits::{count, each_bit, nth_bit};

/// The maximum number of takes of different gems (B5).
const DIFFERENT_MAX: usize = 10;

/// For each set of colors in the supply, the sets of different gems that can be taken (B5).
static DIFFERENT: [[u8; DIFFERENT_MAX]; ColorSet::COUNT] = DIFFERENT_TABLE.0;
/// The number of these sets, encoded as that many set bits.
static DIFFERENT_BITS: [u16; ColorSet::COUNT] = DIFFERENT_TABLE.1;

const DIFFERENT_TABLE: ([[u8; DIFFERENT_MAX]; ColorSet::COUNT], [u16; ColorSet::COUNT]) = {
    let (mut sets, mut bits) = ([[0; DIFFERENT_MAX]; ColorSet::COUNT], [0u16; ColorSet::COUNT]);
    let mut left = 1;
    while left < ColorSet::COUNT {
        let mut taken = 1;
        while taken < ColorSet::COUNT {
            let possible = taken & !left == 0;
            let three = taken.count_ones() == 3;
            if possible && (three || left.count_ones() < 3) {
                sets[left][bits[left].count_ones() as usize] = taken as u8;
                bits[left] = bits[left] << 1 | 1;
            }
            taken += 1;
        }
        left += 1;
    }
    (sets, bits)
};

/// The first bit of each kind of action, in the order in which the actions are listed.
const PAIRS: u32 = DIFFERENT_MAX as u32;
const RESERVES: u32 = PAIRS + Color::ALL.len() as u32;
const BLIND: u32 = RESERVES + SLOTS as u32;
const PURCHASES: u32 = BLIND + Deck::ALL.len() as u32;
const FROM_HAND: u32 = PURCHASES + SLOTS as u32;

// A word has a bit for each main action.
const _: () = assert!(FROM_HAND + HAND_MAX as u32 <= u64::BITS);

/// The main actions that can be encoded as one bit each: all except takes with P2 and purchases paid with discards
/// (O10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MainMoves {
    /// The colors in the supply.
    left: ColorSet,
    /// A bit for each action.
    bits: u64,
}

impl MainMoves {
    /// The number of actions.
    #[inline]
    pub const fn len(&self) -> usize {
        count(self.bits)
    }

    /// The action with this index in the order in which they are listed; there must be more than `place`.
    #[inline(always)]
    pub fn nth(&self, state: &State, place: usize) -> Option<Action> {
        self.action(state, nth_bit(self.bits, place))
    }

    /// Inserts the actions at the front of a list.
    pub fn write_out(&self, state: &State, actions: &mut Vec<Action>) {
        let written = actions.len();
        actions.extend(each_bit(self.bits).filter_map(|bit| self.action(state, bit)));
        actions.rotate_left(written);
    }

    /// The action of a bit.
    #[inline]
    fn action(&self, state: &State, bit: u32) -> Option<Action> {
        let card_on = |first| state.market.card(Slot::new((bit - first) as u8)?);
        if bit < PAIRS {
            let set = DIFFERENT[self.left.bits() as usize & 31][bit as usize];
            Some(Action::Take(Gems::each(ColorSet::from_bits(set))))
        } else if bit < RESERVES {
            Some(Action::Take(Gems::of(Color::ALL[(bit - PAIRS) as usize], 2)))
        } else if bit < BLIND {
            card_on(RESERVES).map(Action::Reserve)
        } else if bit < PURCHASES {
            Some(Action::ReserveBlind(Deck::ALL[(bit - BLIND) as usize]))
        } else if bit < FROM_HAND {
            card_on(PURCHASES).and_then(|card| state.purchase(card))
        } else {
            state.active().hand.card(bit - FROM_HAND).and_then(|card| state.purchase(card))
        }
    }
}

impl State {
    /// The legal main actions; those that cannot be encoded as a bit are added to the list.
    #[inline(always)]
    pub(super) fn main_moves(&self, others: &mut Vec<Action>) -> MainMoves {
        let (left, pairs) = (self.gems_left().colors(), self.gems_left().colors_with(4));
        let mut bits = u64::from(DIFFERENT_BITS[left.bits() as usize & 31]);
        bits |= u64::from(self.pairs_alone(left, pairs, others).bits()) << PAIRS;
        let admitted = self.admitted_slots();
        if !self.active().hand.is_full() {
            bits |= u64::from(admitted.bits()) << RESERVES | u64::from(self.market.decks_left()) << BLIND;
        }
        bits |= self.purchases(admitted, others);
        MainMoves { left, bits }
    }

    /// The purchases: a bit for each card that tokens can buy, and a list entry for each choice of discards (B8, O10).
    #[inline]
    fn purchases(&self, admitted: SlotSet, others: &mut Vec<Action>) -> u64 {
        let (means, hand) = (self.means(), &self.active().hand);
        let mut from_market = self.market.affordable(admitted, &means);
        let (slots, held) = self.judged_singly();
        for slot in from_market.intersection(slots).iter() {
            if self.market.card(slot).is_some_and(|card| !self.sells_for_tokens(card, others)) {
                from_market.remove(slot);
            }
        }
        let mut from_hand = hand.affordable(&means);
        for place in each_bit(u64::from(from_hand & held)) {
            if hand.card(place).is_some_and(|card| !self.sells_for_tokens(card, others)) {
                from_hand &= !(1 << place);
            }
        }
        u64::from(from_market.bits()) << PURCHASES | u64::from(from_hand) << FROM_HAND
    }

    /// The purchase of a card with the canonical payment (B10).
    #[inline]
    fn purchase(&self, card: CardId) -> Option<Action> {
        let payment = self.purse(self.turn.seat).canonical(self.active().due(card.cost()))?;
        Some(Action::Buy { card, payment })
    }
}
