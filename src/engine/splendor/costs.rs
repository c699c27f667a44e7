//! The costs of market and hand cards, three in a word, so that a few operations find which of them a seat
//! can pay for. It does not know which cards they are: see `market` and `holdings`.

use super::card::CardId;
use super::tokens::Gems;

/// The number of costs in a word.
pub(super) const COSTS_PER_WORD: usize = 3;
/// The bits of a cost: a nibble for each color.
const COST_BITS: u32 = 20;
/// The lowest bit of each cost.
const EACH: u64 = 1 | 1 << COST_BITS | 1 << (2 * COST_BITS);
/// The bits of half a count of at most seven, rounded down, in each nibble of each cost.
const HALVES: u64 = EACH * 0x3_3333;
/// The top bit of each nibble, which catches the borrow of a subtraction.
const GUARD: u64 = EACH * 0x8_8888;
/// The first, third and fifth nibble of each cost; the first and third.
const ODD_COLORS: u64 = EACH * 0xf_0f0f;
const EVEN_COLORS: u64 = EACH * 0x0_0f0f;
/// The top nibble of each cost, and the place of its lowest bit.
const TOP: u64 = EACH * 0xf_0000;
const TOP_SHIFT: u32 = 16;
/// The maximum cost of any card in one color. A nibble can hold it besides its guard bit.
const COST_MAX: u8 = 7;
/// The maximum sum of a cost, and so of the gold that is of use.
const SUM_MAX: u8 = 15;

/// The cost of each card in each of the three places of a word, with guard bits; zero for numbers without a
/// card, so that every byte has an entry.
static COSTS: [[u64; 256]; COSTS_PER_WORD] = {
    let mut first = [GUARD & ((1 << COST_BITS) - 1); 256];
    let mut number = 1;
    while let Some(card) = CardId::new(number) {
        let cost = card.cost();
        // The sum of the missing gems of all colors also fits into a nibble.
        assert!(Gems::new([COST_MAX; 5]).covers(cost) && cost.total() <= SUM_MAX);
        first[number as usize] |= cost.nibbles();
        number += 1;
    }
    let mut table = [first; COSTS_PER_WORD];
    let mut number = 0;
    while number < first.len() {
        table[1][number] <<= COST_BITS;
        table[2][number] <<= 2 * COST_BITS;
        number += 1;
    }
    table
};

/// The costs of up to three cards, with guard bits.
#[derive(Clone, Copy)]
pub(super) struct Costs(u64);

/// What a seat can pay with, reduced to what decides which cards it can afford.
#[derive(Clone, Copy)]
pub(super) struct Means {
    /// Bonuses and gem tokens, once for each cost of a word.
    reach: u64,
    /// Units of gold in the top nibble of each cost, with a guard bit above.
    gold: u64,
    /// With P3 [`HALVES`], otherwise zero: of two missing gems of one color, gold covers the second at no
    /// cost.
    halves: u64,
}

impl Means {
    /// Bonuses and gem tokens, units of gold including virtual gold (O4), and the number of gems of one color
    /// that a unit covers (P3).
    #[inline]
    pub const fn new(reach: Gems, gold: u8, gold_worth: u8) -> Means {
        let gold = if gold < SUM_MAX { gold } else { SUM_MAX };
        let guarded = 1 << COST_BITS | (gold as u64) << TOP_SHIFT;
        let halves = if gold_worth == 1 { 0 } else { HALVES };
        Means { reach: EACH * reach.at_most_seven().nibbles(), gold: EACH * guarded, halves }
    }
}

impl Costs {
    /// The costs of three cards.
    #[inline]
    pub fn of(cards: [Option<CardId>; COSTS_PER_WORD]) -> Costs {
        let [a, b, c] = cards.map(|card| card.map_or(0, CardId::number) as usize);
        Costs(COSTS[0][a] | COSTS[1][b] | COSTS[2][c])
    }

    /// The costs that the means cover, each as the lowest of its bits (B8, P3).
    #[inline]
    pub const fn affordable(self, means: &Means) -> u64 {
        let missing = {
            let difference = self.0 - means.reach;
            let kept = difference & GUARD;
            difference & (kept - (kept >> 3))
        };
        let units = missing - (missing >> 1 & means.halves);
        let pairs = (units & ODD_COLORS) + (units >> 4 & EVEN_COLORS);
        // No nibble of the sums overflows, because all units of a cost together fit into one: its top nibble
        // gets them. A mask for each part keeps the compiler from multiplying instead, which makes random
        // games 2 % slower.
        let sums = (pairs & TOP) + (pairs << 8 & TOP) + (pairs << 16 & TOP);
        (means.gold - sums) >> COST_BITS & EACH
    }

    /// The costs that the means cover, as one bit each, the first cost lowest.
    #[inline]
    pub const fn affordable_bits(self, means: &Means) -> u8 {
        let found = self.affordable(means);
        (found | found >> (COST_BITS - 1) | found >> (2 * COST_BITS - 2)) as u8 & 7
    }
}
