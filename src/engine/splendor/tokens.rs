//! Counted gems and tokens, and their arithmetic. It does not know whose they are.
//!
//! The counts are the bytes of one word, so that one operation adds, compares or limits all colors at once. A
//! count never exceeds 127: all piles, hands and costs are much smaller.

use super::color::{ByColor, Color, ColorSet};
use crate::lanes::{GUARD, ONES, covers, saturating_sub, total};
use std::fmt;

/// The five bytes of colors.
const COLORS: u64 = 0x00ff_ffff_ffff;
/// The position of the gold count, in bits.
const GOLD_SHIFT: u32 = 40;

/// A count for each gem color, such as a cost, bonuses, cards of a color or gem tokens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Gems(u64);

impl Gems {
    /// None of any color.
    pub const NONE: Gems = Gems(0);

    /// These counts in the fixed order of colors.
    pub const fn new(counts: [u8; 5]) -> Gems {
        let [w, u, g, r, k] = counts;
        Gems(u64::from_le_bytes([w & 127, u & 127, g & 127, r & 127, k & 127, 0, 0, 0]))
    }

    /// One of this color.
    #[inline]
    pub const fn one(color: Color) -> Gems {
        Gems(1 << (8 * color as u32))
    }

    /// This many of this color.
    #[inline]
    pub const fn of(color: Color, count: u8) -> Gems {
        Gems(((count & 127) as u64) << (8 * color as u32))
    }

    /// One of each color of the set.
    #[inline]
    pub const fn each(set: ColorSet) -> Gems {
        const SPREAD: [u64; ColorSet::COUNT] = {
            let mut table = [0; ColorSet::COUNT];
            let mut bits = 0;
            while bits < ColorSet::COUNT {
                let mut color = 0;
                while color < 5 {
                    table[bits] |= ((bits >> color & 1) as u64) << (8 * color);
                    color += 1;
                }
                bits += 1;
            }
            table
        };
        Gems(SPREAD[(set.bits() & 31) as usize])
    }

    /// The count of a color.
    #[inline]
    pub const fn get(self, color: Color) -> u8 {
        (self.0 >> (8 * color as u32)) as u8
    }

    /// The counts in the fixed order of colors.
    pub fn counts(self) -> ByColor<u8> {
        ByColor(Color::ALL.map(|color| self.get(color)))
    }

    /// The counts in a nibble each; they must be below 16. The order, white, red, blue, black and green,
    /// takes the fewest operations: with the order of colors, random games are 2 % slower.
    #[inline]
    pub(super) const fn nibbles(self) -> u64 {
        (self.0 | self.0 >> 20) & 0xf_ffff
    }

    /// The sum over all colors.
    #[inline]
    pub const fn total(self) -> u8 {
        total(self.0)
    }

    /// Whether all counts are zero.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether each count is at least that of the other.
    #[inline]
    pub const fn covers(self, other: Gems) -> bool {
        covers(self.0, other.0)
    }

    /// The sum, color by color.
    #[inline]
    pub const fn plus(self, other: Gems) -> Gems {
        Gems(self.0 + other.0)
    }

    /// The difference, color by color; zero where the other has more.
    #[inline]
    pub const fn less(self, other: Gems) -> Gems {
        Gems(saturating_sub(self.0, other.0))
    }

    /// The rest without a part that these counts cover.
    #[inline]
    pub(super) const fn without(self, part: Gems) -> Gems {
        Gems(self.0.wrapping_sub(part.0))
    }

    /// Each count, but at most 7.
    #[inline]
    pub const fn at_most_seven(self) -> Gems {
        let beyond = (self.0 + (GUARD - 8 * ONES)) & GUARD;
        Gems((self.0 | (beyond - (beyond >> 7))) & ((7 * ONES) & COLORS))
    }

    /// Half of each count, rounded up.
    #[inline]
    pub const fn halves(self) -> Gems {
        Gems((self.0 + (ONES & COLORS)) >> 1 & !GUARD)
    }

    /// The colors with a count of at least one.
    #[inline]
    pub const fn colors(self) -> ColorSet {
        self.colors_with(1)
    }

    /// The colors with at least this count.
    #[inline]
    pub const fn colors_with(self, count: u8) -> ColorSet {
        let reached = (((self.0 | GUARD) - (count as u64) * (ONES & COLORS)) & GUARD & COLORS) >> 7;
        // The product collects bit 0 of bytes 0 to 4 in the top byte, white lowest.
        ColorSet::from_bits((reached.wrapping_mul(0x0102_0408_1000_0000) >> 56) as u8)
    }
}

impl fmt::Debug for Gems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.counts().0)
    }
}

/// A count for each gem color and for gold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Tokens(u64);

impl Tokens {
    /// No tokens.
    pub const NONE: Tokens = Tokens(0);

    /// These gems and this much gold.
    #[inline]
    pub const fn new(gems: Gems, gold: u8) -> Tokens {
        Tokens(gems.0 | ((gold & 127) as u64) << GOLD_SHIFT)
    }

    /// This many tokens of one kind: the index of a color, or 5 for gold.
    #[inline]
    pub const fn of_kind(kind: usize, count: u8) -> Tokens {
        Tokens(((count & 127) as u64) << (8 * (kind % 6) as u32))
    }

    /// These gems without gold.
    #[inline]
    pub const fn gems_only(gems: Gems) -> Tokens {
        Tokens(gems.0)
    }

    /// The gems.
    #[inline]
    pub const fn gems(self) -> Gems {
        Gems(self.0 & COLORS)
    }

    /// The gold.
    #[inline]
    pub const fn gold(self) -> u8 {
        (self.0 >> GOLD_SHIFT) as u8
    }

    /// Gems and gold together.
    #[inline]
    pub const fn total(self) -> u8 {
        total(self.0)
    }

    /// The index of the only kind present; `None` if there are several kinds, or no tokens.
    #[inline]
    pub const fn only_kind(self) -> Option<usize> {
        let kind = self.0.trailing_zeros() / 8;
        if kind < 6 && self.0 >> (8 * kind) <= 127 { Some(kind as usize) } else { None }
    }

    /// Whether all counts are zero.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether each count is at least that of the other.
    #[inline]
    pub const fn covers(self, other: Tokens) -> bool {
        covers(self.0, other.0)
    }

    /// The sum, kind by kind.
    #[inline]
    pub const fn plus(self, other: Tokens) -> Tokens {
        Tokens(self.0 + other.0)
    }

    /// The rest without a part that these tokens cover.
    #[inline]
    pub(super) const fn without(self, part: Tokens) -> Tokens {
        Tokens(self.0.wrapping_sub(part.0))
    }

    /// The difference, kind by kind; zero where the other has more.
    #[inline]
    pub const fn less(self, other: Tokens) -> Tokens {
        Tokens(saturating_sub(self.0, other.0))
    }

    /// The counts in the fixed order of colors, gold last.
    #[inline]
    pub const fn counts(self) -> [u8; 6] {
        let [w, u, g, r, k, o, _, _] = self.0.to_le_bytes();
        [w, u, g, r, k, o]
    }

    /// These counts in the fixed order of colors, gold last.
    pub const fn from_counts(counts: [u8; 6]) -> Tokens {
        let [w, u, g, r, k, o] = counts;
        Tokens::new(Gems::new([w, u, g, r, k]), o)
    }
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.counts())
    }
}
