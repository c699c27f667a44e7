//! Counts the ways to choose a number of tokens from piles of six kinds, without listing them. It does not
//! know why tokens are chosen: both games use it to return tokens above a limit (B13, K5, K12).

/// The kinds of token: five colors or resources, and gold.
const KINDS: usize = 6;
/// The maximum number of tokens to choose. A turn adds at most three; in Splendor each of two purchases can
/// add one more.
const CHOSEN_MAX: usize = 6;

/// The number of choices for each number of tokens, nine bits each: the coefficients of a polynomial.
type Polynomial = u64;
/// The bits of a coefficient: at most 462 sets of six tokens have six kinds.
const COEFFICIENT: u32 = 9;
/// The bits of the lowest coefficient.
const LOWEST: Polynomial = (1 << COEFFICIENT) - 1;

// All coefficients fit into a word.
const _: () = assert!((CHOSEN_MAX as u32 + 1) * COEFFICIENT <= Polynomial::BITS);

/// The choices from a pile of one kind, by its size: one choice for each number of tokens up to that size.
const OF_ONE_KIND: [Polynomial; CHOSEN_MAX + 1] = {
    let mut table = [1; CHOSEN_MAX + 1];
    let mut held = 1;
    while held <= CHOSEN_MAX {
        table[held] = table[held - 1] << COEFFICIENT | 1;
        held += 1;
    }
    table
};

/// The choices of a fixed number of tokens from those held.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    chosen: u8,
    /// For each kind, the choices from this kind and all later ones.
    from_kind: [Polynomial; KINDS + 1],
}

impl Choices {
    /// The choices of `chosen` tokens, at most six, when a seat holds these counts of each kind.
    #[inline]
    pub fn new(held: [u8; KINDS], chosen: u8) -> Choices {
        let mut from_kind = [1; KINDS + 1];
        for kind in (0..KINDS).rev() {
            // Choosing from two piles multiplies their polynomials. Coefficients above the maximum may
            // overflow; they are never read.
            let of_kind = OF_ONE_KIND[(held[kind] as usize).min(CHOSEN_MAX)];
            from_kind[kind] = of_kind.wrapping_mul(from_kind[kind + 1]);
        }
        Choices { chosen: chosen.min(CHOSEN_MAX as u8), from_kind }
    }

    /// The number of choices of this many tokens from this kind and all later ones.
    #[inline]
    const fn count(&self, kind: usize, tokens: u8) -> usize {
        (self.from_kind[kind] >> (COEFFICIENT * tokens as u32) & LOWEST) as usize
    }

    /// The number of choices.
    #[inline]
    pub const fn len(&self) -> usize {
        self.count(0, self.chosen)
    }

    /// The choice with this number, as a count for each kind. Choices with fewer tokens of the first kind
    /// come first.
    #[inline]
    pub fn nth(&self, number: usize) -> Option<[u8; KINDS]> {
        if number >= self.len() {
            return None;
        }
        let (mut number, mut left, mut chosen) = (number, self.chosen, [0; KINDS]);
        for (kind, count) in chosen.iter_mut().enumerate() {
            // The choices without more of this kind come first. The seat has enough of it, because the number
            // is less than that of all choices with more.
            let mut without_more = self.count(kind + 1, left);
            while number >= without_more {
                number -= without_more;
                *count += 1;
                left -= 1;
                without_more = self.count(kind + 1, left);
            }
        }
        Some(chosen)
    }

    /// All choices.
    pub fn all(self) -> impl Iterator<Item = [u8; KINDS]> {
        (0..self.len()).filter_map(move |number| self.nth(number))
    }
}
