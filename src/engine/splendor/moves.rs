//! The legal main actions as bits of a word, which can be counted and picked without listing them (B4-B8).
//! Other decisions are in `legal`.

use super::action::Action;
use super::card::{CardId, Deck};
use super::color::{Color, ColorSet};
use super::holdings::HAND_MAX;
use super::slot::{SLOTS, Slot, SlotSet};
use super::state::State;
use super::tokens::Gems;
use crate::bits::{count, count_below, each_bit, nth_bit};

/// The maximum number of takes of different gems (B5).
const DIFFERENT_MAX: usize = 10;

/// The first bit of each kind of action, in the order in which the actions are listed.
const PAIRS: u32 = DIFFERENT_MAX as u32;
const RESERVES: u32 = 16;
const BLIND: u32 = RESERVES + SLOTS as u32;
const PURCHASES: u32 = 40;
const FROM_HAND: u32 = PURCHASES + SLOTS as u32;

// A word has a bit for each main action. Takes, reserves and purchases begin with a byte each, so that `nth`
// knows the kind of an action before its bit. A processor then notices a wrong guess sooner: random games are
// 1 % faster.
const _: () = assert!(PAIRS + Color::ALL.len() as u32 <= RESERVES);
const _: () = assert!(BLIND + Deck::ALL.len() as u32 <= PURCHASES);
const _: () = assert!(FROM_HAND + HAND_MAX as u32 <= u64::BITS);
const _: () = assert!(RESERVES.is_multiple_of(u8::BITS) && PURCHASES.is_multiple_of(u8::BITS));

/// For each set of colors in the supply, the takes by their bits: of different gems (B5), then of two equal
/// ones (B6).
static TAKES: [[Gems; RESERVES as usize]; ColorSet::COUNT] = TAKES_TABLE.0;
/// The number of takes of different gems, encoded as that many set bits.
static DIFFERENT_BITS: [u16; ColorSet::COUNT] = TAKES_TABLE.1;

const TAKES_TABLE: ([[Gems; RESERVES as usize]; ColorSet::COUNT], [u16; ColorSet::COUNT]) = {
    let mut takes = [[Gems::NONE; RESERVES as usize]; ColorSet::COUNT];
    let mut bits = [0u16; ColorSet::COUNT];
    let mut left = 0;
    while left < ColorSet::COUNT {
        let mut taken = 1;
        while taken < ColorSet::COUNT {
            let possible = taken & !left == 0;
            let three = taken.count_ones() == 3;
            if possible && (three || left.count_ones() < 3) {
                takes[left][bits[left].count_ones() as usize] = Gems::each(ColorSet::from_bits(taken as u8));
                bits[left] = bits[left] << 1 | 1;
            }
            taken += 1;
        }
        let mut color = 0;
        while color < Color::ALL.len() {
            takes[left][PAIRS as usize + color] = Gems::of(Color::ALL[color], 2);
            color += 1;
        }
        left += 1;
    }
    (takes, bits)
};

/// The main actions that can be encoded as one bit each: all except takes with P2 and purchases paid with
/// discards (O10).
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
        let bit = nth_bit(self.bits, place);
        if place < count_below::<RESERVES>(self.bits) {
            Some(self.take(bit))
        } else if place < count_below::<PURCHASES>(self.bits) {
            state.reserve_of(bit)
        } else {
            state.purchase_of(bit)
        }
    }

    /// Inserts the actions at the front of a list.
    pub fn write_out(&self, state: &State, actions: &mut Vec<Action>) {
        let written = actions.len();
        actions.extend(each_bit(self.bits).filter_map(|bit| self.action(state, bit)));
        actions.rotate_left(written);
    }

    /// The action of a bit.
    fn action(&self, state: &State, bit: u32) -> Option<Action> {
        match bit {
            0..RESERVES => Some(self.take(bit)),
            RESERVES..PURCHASES => state.reserve_of(bit),
            PURCHASES.. => state.purchase_of(bit),
        }
    }

    /// The take of a bit (B5, B6).
    #[inline]
    const fn take(&self, bit: u32) -> Action {
        Action::Take(TAKES[self.left.bits() as usize % ColorSet::COUNT][(bit % RESERVES) as usize])
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

    /// The purchases: a bit for each card that tokens can buy, and a list entry for each choice of discards
    /// (B8, O10).
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

    /// The face-up card of a bit, counted from that of the first place.
    #[inline]
    fn card_of(&self, bit: u32) -> Option<CardId> {
        self.market.card(Slot::new(bit as u8)?)
    }

    /// The reserve of a bit (B7).
    #[inline]
    fn reserve_of(&self, bit: u32) -> Option<Action> {
        match bit.checked_sub(BLIND) {
            None => self.card_of(bit - RESERVES).map(Action::Reserve),
            Some(deck) => Some(Action::ReserveBlind(*Deck::ALL.get(deck as usize)?)),
        }
    }

    /// The purchase of a bit (B8).
    #[inline]
    fn purchase_of(&self, bit: u32) -> Option<Action> {
        self.purchase(match bit.checked_sub(FROM_HAND) {
            None => self.card_of(bit - PURCHASES)?,
            Some(place) => self.active().hand.card(place)?,
        })
    }

    /// The purchase of a card with the canonical payment (B10).
    #[inline]
    fn purchase(&self, card: CardId) -> Option<Action> {
        let payment = self.purse(self.turn.seat).canonical(self.active().due(card.cost()))?;
        Some(Action::Buy { card, payment })
    }
}
