//! The costs of the market cards, stored by color, so that one comparison finds all cards that a seat can pay for. It
//! does not know which cards they are: see `market`.

use super::card::CardId;
use super::color::Color;
use super::slot::{SLOTS, Slot, SlotSet};
use super::tokens::Gems;

/// The number of places whose costs share a word: two in each byte.
const PLACES_PER_WORD: usize = 16;
/// The number of words for each color.
const WORDS: usize = SLOTS.div_ceil(PLACES_PER_WORD);
/// One in each nibble.
const ONES: u64 = 0x1111_1111_1111_1111;
/// The top bit of each nibble, which catches the borrow of a subtraction.
const GUARD: u64 = 0x8888_8888_8888_8888;
/// The lower nibble of each byte.
const LOWER: u64 = 0x0f0f_0f0f_0f0f_0f0f;
/// The maximum cost of any card in one color. A nibble can hold it besides its guard bit.
const COST_MAX: u8 = 7;

// The sum of the missing gems of all colors of a card also fits into a nibble.
const _: () = {
    let mut number = 1;
    while let Some(card) = CardId::new(number) {
        let cost = card.cost();
        assert!(Gems::new([COST_MAX; 5]).covers(cost) && cost.total() <= 15);
        number += 1;
    }
};

/// The costs of the cards in all places: for each color some words, with a nibble for each place.
#[derive(Clone, Copy)]
pub(super) struct Costs([[u64; 5]; WORDS]);

/// What a seat can pay with, reduced to what decides which cards it can afford.
#[derive(Clone, Copy)]
pub(super) struct Means {
    /// Bonuses and gem tokens.
    pub reach: Gems,
    /// Units of gold, including virtual gold (O4).
    pub gold: u8,
    /// The number of gems of one color that a unit covers: 1, or 2 with P3.
    pub gold_worth: u8,
}

impl Means {
    /// Whether they cover a cost (B8, P3).
    #[inline]
    pub const fn afford(&self, cost: Gems) -> bool {
        let missing = cost.less(self.reach);
        let units = if self.gold_worth == 1 { missing } else { missing.halves() };
        units.total() <= self.gold
    }
}

/// The index of a place's word, and the position of its nibble in the word.
#[inline]
const fn lane(slot: Slot) -> (usize, u32) {
    let (word, place) = (slot.index() / PLACES_PER_WORD, slot.index() % PLACES_PER_WORD);
    (word, 8 * (place as u32 % 8) + 4 * (place as u32 / 8))
}

/// The difference `a - b` in each nibble; zero where `b` is larger.
#[inline]
const fn saturating_sub(a: u64, b: u64) -> u64 {
    let difference = (a | GUARD) - b;
    let kept = ((difference & GUARD) >> 3) * 7;
    difference & kept
}

/// A bit for each byte that is at most `most`, with the bit of the lowest byte first.
#[inline]
const fn bytes_at_most(bytes: u64, most: u8) -> u32 {
    const EIGHT: u64 = 0x0101_0101_0101_0101;
    let reached = ((EIGHT * (most as u64 | 0x80)) - bytes) >> 7 & EIGHT;
    (reached.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

impl Costs {
    /// No costs.
    pub const NONE: Costs = Costs([[0; 5]; WORDS]);

    /// Stores the cost of the card in a place.
    #[inline]
    pub fn put(&mut self, slot: Slot, cost: Gems) {
        let (word, shift) = lane(slot);
        for color in Color::ALL {
            let lanes = &mut self.0[word][color.index()];
            *lanes = *lanes & !(15 << shift) | u64::from(cost.get(color)) << shift;
        }
    }

    /// Those of the given places whose cards the means cover (B8).
    #[inline]
    pub fn affordable(&self, among: SlotSet, means: &Means) -> SlotSet {
        let reach = means.reach.at_most(COST_MAX);
        let mut bits = 0;
        for word in 0..WORDS {
            let shift = (word * PLACES_PER_WORD) as u32;
            if among.bits() >> shift != 0 {
                let units = self.units_missing(word, reach, means.gold_worth);
                let lower = bytes_at_most(units & LOWER, means.gold);
                let upper = bytes_at_most(units >> 4 & LOWER, means.gold);
                bits |= (lower | upper << 8) << shift;
            }
        }
        SlotSet::from_bits(bits & among.bits())
    }

    /// The missing units of gold at each place of a word.
    #[inline]
    fn units_missing(&self, word: usize, reach: Gems, gold_worth: u8) -> u64 {
        Color::ALL.into_iter().fold(0, |units, color| {
            let reach = ONES * u64::from(reach.get(color));
            let missing = saturating_sub(self.0[word][color.index()], reach);
            units + if gold_worth == 1 { missing } else { (missing + ONES) >> 1 & !GUARD }
        })
    }
}
