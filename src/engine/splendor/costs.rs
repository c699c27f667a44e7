//! Knows the costs of the cards on the market color by color, so that a purse is held against all of them at once.
//! Knows nothing of which cards they are: see `market`.

use super::card::CardId;
use super::color::Color;
use super::slot::{SLOTS, Slot, SlotSet};
use super::tokens::Gems;

/// The places whose costs share a word: two in each byte.
const PLACES_PER_WORD: usize = 16;
/// The words for each color.
const WORDS: usize = SLOTS.div_ceil(PLACES_PER_WORD);
/// One in each nibble.
const ONES: u64 = 0x1111_1111_1111_1111;
/// The top bit of each nibble: the borrow guard.
const GUARD: u64 = 0x8888_8888_8888_8888;
/// The lower nibble of each byte.
const LOWER: u64 = 0x0f0f_0f0f_0f0f_0f0f;
/// The most that any card costs in one color: what a nibble holds beside its guard.
const COST_MAX: u8 = 7;

// What is missing to all colors of a card together fits a nibble, too.
const _: () = {
    let mut number = 1;
    while let Some(card) = CardId::new(number) {
        let cost = card.cost();
        assert!(Gems::new([COST_MAX; 5]).covers(cost) && cost.total() <= 15);
        number += 1;
    }
};

/// The costs of the cards on all places, a nibble for each place in the words of each color.
#[derive(Clone, Copy)]
pub(super) struct Costs([[u64; 5]; WORDS]);

/// What a seat has to pay with, as far as it decides what it can afford.
#[derive(Clone, Copy)]
pub(super) struct Means {
    /// Bonuses and gem tokens.
    pub reach: Gems,
    /// Units of gold, virtual gold included (O4).
    pub gold: u8,
    /// How many gems of one color a unit covers: 1, with P3 2.
    pub gold_worth: u8,
}

impl Means {
    /// Whether they suffice for a cost (B8, P3).
    #[inline]
    pub const fn afford(&self, cost: Gems) -> bool {
        let missing = cost.less(self.reach);
        let units = if self.gold_worth == 1 { missing } else { missing.halves() };
        units.total() <= self.gold
    }
}

/// The word of a place, and where its nibble begins in it.
#[inline]
const fn lane(slot: Slot) -> (usize, u32) {
    let (word, place) = (slot.index() / PLACES_PER_WORD, slot.index() % PLACES_PER_WORD);
    (word, 8 * (place as u32 % 8) + 4 * (place as u32 / 8))
}

/// Nibble by nibble `a - b`, zero where `b` is larger.
#[inline]
const fn saturating_sub(a: u64, b: u64) -> u64 {
    let difference = (a | GUARD) - b;
    let kept = ((difference & GUARD) >> 3) * 7;
    difference & kept
}

/// For each byte that is at most `most`, a bit, the lowest byte's first.
#[inline]
const fn bytes_at_most(bytes: u64, most: u8) -> u32 {
    const EIGHT: u64 = 0x0101_0101_0101_0101;
    let reached = ((EIGHT * (most as u64 | 0x80)) - bytes) >> 7 & EIGHT;
    (reached.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

impl Costs {
    /// No costs.
    pub const NONE: Costs = Costs([[0; 5]; WORDS]);

    /// Notes the cost of the card on a place.
    #[inline]
    pub fn put(&mut self, slot: Slot, cost: Gems) {
        let (word, shift) = lane(slot);
        for color in Color::ALL {
            let lanes = &mut self.0[word][color.index()];
            *lanes = *lanes & !(15 << shift) | u64::from(cost.get(color)) << shift;
        }
    }

    /// The places among these whose cards the means suffice for (B8).
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

    /// The units of gold that are missing at each place of a word.
    #[inline]
    fn units_missing(&self, word: usize, reach: Gems, gold_worth: u8) -> u64 {
        Color::ALL.into_iter().fold(0, |units, color| {
            let reach = ONES * u64::from(reach.get(color));
            let missing = saturating_sub(self.0[word][color.index()], reach);
            units + if gold_worth == 1 { missing } else { (missing + ONES) >> 1 & !GUARD }
        })
    }
}
