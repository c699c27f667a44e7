//! Finds the bits that are set in a word without a loop over all bits, and defines sets that are stored as
//! such words. It does not know what the bits mean.

use super::lanes::{GUARD, ONES};

/// For each byte value, the positions of its set bits, lowest first.
static PLACES: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut found) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte][found] = place as u8;
                found += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

/// The number of bits that are set.
#[inline]
pub const fn count(word: u64) -> usize {
    // Shares `up_to_each_byte` with `nth_bit`, so that a caller who needs both computes it once.
    (up_to_each_byte(word) >> 56) as usize
}

/// The number of bits that are set below the position `END`, which must be that of a byte other than the
/// first.
#[inline]
pub const fn count_below<const END: u32>(word: u64) -> usize {
    const { assert!(END >= u8::BITS && END < u64::BITS && END.is_multiple_of(u8::BITS)) };
    (up_to_each_byte(word) >> (END - u8::BITS) & 255) as usize
}

/// The position of the set bit with this number, counted from 0 at the lowest; the word must have more than
/// `n` set bits.
#[inline]
pub const fn nth_bit(word: u64, n: usize) -> u32 {
    let counted = up_to_each_byte(word);
    let n = n as u64 & 63;
    let passed = ((n.wrapping_mul(ONES) | GUARD).wrapping_sub(counted) & GUARD) >> 7;
    let shift = (passed.wrapping_mul(ONES) >> 56) as u32 * 8;
    let before = (counted << 8).wrapping_shr(shift) & 127;
    let byte = word.wrapping_shr(shift) as usize & 255;
    shift + PLACES[byte][n.wrapping_sub(before) as usize & 7] as u32
}

/// For each byte, the number of set bits in it and in all lower bytes.
#[inline]
const fn up_to_each_byte(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES)
}

/// The positions of the bytes that equal this one, as bits, the first byte lowest; all of them must be below
/// 128.
#[inline]
pub const fn places_of(byte: u8, bytes: [u8; 8]) -> u8 {
    let different = u64::from_le_bytes(bytes) ^ (byte as u64 * ONES);
    // The top bit of a byte remains if nothing is subtracted from it.
    let equal = (GUARD - different) & GUARD;
    // The product collects bit 0 of each byte in the top byte.
    ((equal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The positions of the set bits, lowest first.
#[inline]
pub fn each_bit(word: u64) -> impl Iterator<Item = u32> {
    let mut left = word;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let place = left.trailing_zeros();
        left &= left - 1;
        Some(place)
    })
}

/// Defines a small set that is stored in one word, with one bit for each possible member.
///
/// With `of`, the members are values of a type that has as many values as places: `place` returns the place
/// of a member, `at` returns the member at a place. Without `of`, the set offers no access to single members.
macro_rules! bit_set {
    ($(#[$about:meta])* $Set:ident($Word:ty), $places:expr) => {
        $(#[$about])*
        ///
        /// A word with one bit for each possible member.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $Set($Word);

        impl $Set {
            /// The empty set.
            pub const NONE: $Set = $Set(0);
            /// The set of all possible members.
            pub const ALL: $Set = $Set(<$Word>::MAX >> (<$Word>::BITS - $places as u32));

            /// The set with these bits; bits without a meaning are dropped.
            #[inline]
            pub const fn from_bits(bits: $Word) -> $Set {
                $Set(bits & Self::ALL.0)
            }

            /// The set as bits, the first place lowest.
            #[inline]
            pub const fn bits(self) -> $Word {
                self.0
            }

            /// The number of members.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether the set is empty.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The members of either set or of both.
            #[inline]
            #[must_use]
            pub const fn union(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }

            /// The members of both sets.
            #[inline]
            #[must_use]
            pub const fn intersection(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }

            /// The members of this set that are not in the other.
            #[inline]
            #[must_use]
            pub const fn difference(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }

            /// Whether this set contains all members of the other.
            #[inline]
            pub const fn includes(self, other: $Set) -> bool {
                self.0 & other.0 == other.0
            }
        }
    };
    (
        $(#[$about:meta])* $Set:ident($Word:ty) of $Thing:ty, $places:expr;
        place: |$thing:ident| $place:expr;
        at: |$number:ident| $at:expr
    ) => {
        $crate::bits::bit_set! { $(#[$about])* $Set($Word), $places }

        impl $Set {
            /// Whether the set contains this member.
            #[inline]
            pub const fn has(self, $thing: $Thing) -> bool {
                self.0 >> ($place) & 1 == 1
            }

            /// Adds a member.
            #[inline]
            pub const fn insert(&mut self, $thing: $Thing) {
                self.0 |= 1 << ($place);
            }

            /// Removes a member.
            #[inline]
            pub const fn remove(&mut self, $thing: $Thing) {
                self.0 &= !(1 << ($place));
            }

            /// The set with this member added.
            #[inline]
            #[must_use]
            pub const fn with(self, $thing: $Thing) -> $Set {
                $Set(self.0 | 1 << ($place))
            }

            /// The set with this member removed.
            #[inline]
            #[must_use]
            pub const fn without(self, $thing: $Thing) -> $Set {
                $Set(self.0 & !(1 << ($place)))
            }

            /// The members in order.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $Thing> {
                $crate::bits::each_bit(self.0 as u64).map(|$number| $at)
            }
        }

        impl FromIterator<$Thing> for $Set {
            fn from_iter<I: IntoIterator<Item = $Thing>>(things: I) -> $Set {
                things.into_iter().fold($Set::NONE, $Set::with)
            }
        }

        impl std::fmt::Debug for $Set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }
    };
}

pub(crate) use bit_set;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_bytes_are_found_like_one_after_another() {
        let mut word = 1u64;
        for _ in 0..2_000 {
            word = word.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17) ^ 0x55;
            for bytes in [word & !GUARD, word & (3 * ONES)].map(u64::to_le_bytes) {
                for byte in [0, 1, 127, bytes[5]] {
                    let walked =
                        (0..8).filter(|&place| bytes[place] == byte).fold(0, |all, place| all | 1 << place);
                    assert_eq!(places_of(byte, bytes), walked, "{byte} in {bytes:?}");
                }
            }
        }
    }

    #[test]
    fn nth_bit_agrees_with_counting_one_bit_after_another() {
        let mut word = 1u64;
        for _ in 0..2_000 {
            word = word.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17) ^ 0x55;
            for sparse in [word, word & word >> 7, word & word >> 7 & word << 9, u64::MAX] {
                let walked: Vec<u32> = each_bit(sparse).collect();
                let found: Vec<u32> = (0..walked.len()).map(|n| nth_bit(sparse, n)).collect();
                assert_eq!(found, walked, "{sparse:x}");
                let below = walked.iter().filter(|&&place| place < 40).count();
                assert_eq!(count_below::<40>(sparse), below, "{sparse:x}");
            }
        }
    }
}
