//! Knows the sets of tokens that can be returned above the limit (B13), counted without being written out.
//! Knows nothing of when they are asked for.

use super::state::{State, TOKENS_MAX};
use super::tokens::Tokens;

/// Kinds of token: five colors and gold.
const KINDS: usize = 6;
/// The largest surplus that is counted: a turn brings at most three tokens, and one after each of two purchases.
const SURPLUS_MAX: usize = 6;

/// How many choices there are of each number of tokens, 16 bits for each number: the coefficients of a polynomial.
type Choices = u128;
/// The bits of a coefficient.
const COEFFICIENT: u32 = 16;

/// The choices from so many tokens of one kind: one of each number up to theirs.
const OF_ONE_KIND: [Choices; SURPLUS_MAX + 1] = {
    let mut table = [1; SURPLUS_MAX + 1];
    let mut held = 1;
    while held <= SURPLUS_MAX {
        table[held] = table[held - 1] << COEFFICIENT | 1;
        held += 1;
    }
    table
};

/// The choices of so many tokens from those held.
#[derive(Clone, Copy, Debug)]
pub(super) struct Returns {
    held: [u8; KINDS],
    surplus: u8,
    /// The choices from this kind and those after it.
    choices: [Choices; KINDS + 1],
}

impl Returns {
    #[inline]
    fn new(held: Tokens, surplus: u8) -> Returns {
        let held = held.counts();
        let mut choices = [1; KINDS + 1];
        for kind in (0..KINDS).rev() {
            // Choosing from two piles multiplies their polynomials; what overflows is beyond the largest surplus.
            let of_kind = OF_ONE_KIND[(held[kind] as usize).min(SURPLUS_MAX)];
            choices[kind] = of_kind.wrapping_mul(choices[kind + 1]);
        }
        Returns { held, surplus: surplus.min(SURPLUS_MAX as u8), choices }
    }

    /// The choices of so many tokens from this kind and those after it.
    #[inline]
    const fn count(&self, kind: usize, tokens: u8) -> usize {
        (self.choices[kind] >> (COEFFICIENT * tokens as u32)) as u16 as usize
    }

    /// The number of choices.
    #[inline]
    pub const fn len(&self) -> usize {
        self.count(0, self.surplus)
    }

    /// The choice with this place.
    #[inline]
    pub fn nth(&self, place: usize) -> Option<Tokens> {
        if place >= self.len() {
            return None;
        }
        let (mut place, mut left, mut chosen) = (place, self.surplus, Tokens::NONE);
        for kind in 0..KINDS {
            let mut count = 0;
            while count < left.min(self.held[kind]) {
                let without_more = self.count(kind + 1, left - count);
                if place < without_more {
                    break;
                }
                place -= without_more;
                count += 1;
            }
            chosen = chosen.plus(Tokens::of_kind(kind, count));
            left -= count;
        }
        Some(chosen)
    }

    /// All choices.
    pub fn all(&self) -> impl Iterator<Item = Tokens> + '_ {
        (0..self.len()).filter_map(|place| self.nth(place))
    }
}

impl State {
    /// What the active seat may return: every set of held tokens that brings it down to ten (B13).
    pub(super) fn returns(&self) -> Returns {
        let held = self.active().tokens;
        Returns::new(held, held.total().saturating_sub(TOKENS_MAX))
    }
}
