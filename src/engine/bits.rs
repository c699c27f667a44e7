//! Knows how to find the bits of a word without walking through them. Knows nothing of what they stand for.

/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The top bit of each byte.
const GUARD: u64 = 0x8080_8080_8080_8080;

/// For each byte the places of its bits that are set, lowest first.
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
    // As `nth_bit` counts, so that who asks for both counts once.
    (up_to_each_byte(word) >> 56) as usize
}

/// The place of the bit with this number among those that are set, 0 for the lowest; the word has more than `n` of them.
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

/// For each byte the number of bits that are set in it and in those below it.
#[inline]
const fn up_to_each_byte(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES)
}

/// The places of the bits that are set, lowest first.
#[inline]
pub fn each_bit(word: u64) -> impl Iterator<Item = u32> {
    let mut left = word;
    std::iter::from_fn(move || {
        let place = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (place < u64::BITS).then_some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_bit_is_the_one_that_a_walk_finds() {
        let mut word = 1u64;
        for _ in 0..2_000 {
            word = word.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17) ^ 0x55;
            for sparse in [word, word & word >> 7, word & word >> 7 & word << 9, u64::MAX] {
                let walked: Vec<u32> = each_bit(sparse).collect();
                let found: Vec<u32> = (0..walked.len()).map(|n| nth_bit(sparse, n)).collect();
                assert_eq!(found, walked, "{sparse:x}");
            }
        }
    }
}
