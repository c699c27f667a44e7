//! Knows the ways to choose so many tokens from piles of six kinds, counted without being written out.
//! Knows nothing of why they are chosen: both games return tokens above a limit (B13, K5, K12).

/// Kinds of token: five and gold.
const KINDS: usize = 6;
/// The most tokens that are chosen: a turn brings at most three, and in Splendor one after each of two purchases.
const CHOSEN_MAX: usize = 6;

/// How many choices there are of each number of tokens, 16 bits for each number: the coefficients of a polynomial.
type Polynomial = u128;
/// The bits of a coefficient.
const COEFFICIENT: u32 = 16;

/// The choices from so many tokens of one kind: one of each number up to theirs.
const OF_ONE_KIND: [Polynomial; CHOSEN_MAX + 1] = {
    let mut table = [1; CHOSEN_MAX + 1];
    let mut held = 1;
    while held <= CHOSEN_MAX {
        table[held] = table[held - 1] << COEFFICIENT | 1;
        held += 1;
    }
    table
};

/// The choices of so many tokens from those held.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    held: [u8; KINDS],
    chosen: u8,
    /// The choices from this kind and those after it.
    from_kind: [Polynomial; KINDS + 1],
}

impl Choices {
    /// The choices of so many tokens, at most six, from this many of each kind.
    #[inline]
    pub fn new(held: [u8; KINDS], chosen: u8) -> Choices {
        let mut from_kind = [1; KINDS + 1];
        for kind in (0..KINDS).rev() {
            // Choosing from two piles multiplies their polynomials; what overflows is beyond the most that is chosen.
            let of_kind = OF_ONE_KIND[(held[kind] as usize).min(CHOSEN_MAX)];
            from_kind[kind] = of_kind.wrapping_mul(from_kind[kind + 1]);
        }
        Choices { held, chosen: chosen.min(CHOSEN_MAX as u8), from_kind }
    }

    /// The choices of so many tokens from this kind and those after it.
    #[inline]
    const fn count(&self, kind: usize, tokens: u8) -> usize {
        (self.from_kind[kind] >> (COEFFICIENT * tokens as u32)) as u16 as usize
    }

    /// The number of choices.
    #[inline]
    pub const fn len(&self) -> usize {
        self.count(0, self.chosen)
    }

    /// The choice with this number, by kinds: those with the fewest of the first kind come first.
    #[inline]
    pub fn nth(&self, number: usize) -> Option<[u8; KINDS]> {
        if number >= self.len() {
            return None;
        }
        let (mut number, mut left, mut chosen) = (number, self.chosen, [0; KINDS]);
        for (kind, count) in chosen.iter_mut().enumerate() {
            while *count < left.min(self.held[kind]) {
                let without_more = self.count(kind + 1, left - *count);
                if number < without_more {
                    break;
                }
                number -= without_more;
                *count += 1;
            }
            left -= *count;
        }
        Some(chosen)
    }

    /// All choices.
    pub fn all(self) -> impl Iterator<Item = [u8; KINDS]> {
        (0..self.len()).filter_map(move |number| self.nth(number))
    }
}
