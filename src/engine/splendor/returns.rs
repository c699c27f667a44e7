//! Knows the sets of tokens that can be returned above the limit (B13), counted without being written out.
//! Knows nothing of when they are asked for.

use super::state::{State, TOKENS_MAX};
use super::tokens::Tokens;

/// Kinds of token: five colors and gold.
const KINDS: usize = 6;
/// The largest surplus that is counted: a turn brings at most three tokens, and one after each of two purchases.
const SURPLUS_MAX: usize = 6;

/// The choices of so many tokens from those held.
#[derive(Clone, Copy, Debug)]
pub(super) struct Returns {
    held: [u8; KINDS],
    surplus: u8,
    /// The choices of so many tokens from this kind and those after it.
    choices: [[u16; SURPLUS_MAX + 1]; KINDS + 1],
}

impl Returns {
    fn new(held: Tokens, surplus: u8) -> Returns {
        let surplus = surplus.min(SURPLUS_MAX as u8);
        let held = held.counts();
        let mut choices = [[0; SURPLUS_MAX + 1]; KINDS + 1];
        choices[KINDS][0] = 1;
        for kind in (0..KINDS).rev() {
            for left in 0..=surplus as usize {
                let most = left.min(held[kind] as usize);
                choices[kind][left] = (0..=most).map(|count| choices[kind + 1][left - count]).sum();
            }
        }
        Returns { held, surplus, choices }
    }

    /// The number of choices.
    pub const fn len(&self) -> usize {
        self.choices[0][self.surplus as usize] as usize
    }

    /// The choice with this place.
    pub fn nth(&self, place: usize) -> Option<Tokens> {
        if place >= self.len() {
            return None;
        }
        let (mut place, mut left, mut chosen) = (place, self.surplus, Tokens::NONE);
        for kind in 0..KINDS {
            let mut count = 0;
            while count < left.min(self.held[kind]) {
                let without_more = self.choices[kind + 1][(left - count) as usize] as usize;
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
