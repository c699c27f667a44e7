//! A set of indices of an action space.

/// The words of a set: enough for the largest space.
const WORDS: usize = 6;

/// A set of indices below 384.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct IndexSet([u64; WORDS]);

/// For each byte, its bits as bytes of a word, the lowest first.
static SPREAD: [[bool; 8]; 256] = {
    let mut table = [[false; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = byte >> bit & 1 == 1;
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl IndexSet {
    /// Whether the index is in the set.
    #[inline]
    pub fn has(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Adds an index.
    #[inline]
    pub fn insert(&mut self, index: usize) {
        if let Some(word) = self.0.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }

    /// The number of indices.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The indices in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..WORDS * 64).filter(|&index| self.has(index))
    }

    /// The index with this number in the order of the set.
    #[inline]
    pub fn nth(&self, number: usize) -> Option<usize> {
        let mut left = number;
        for (place, word) in self.0.iter().enumerate() {
            let count = word.count_ones() as usize;
            if left < count {
                let rest = (0..left).fold(*word, |word, _| word & (word - 1));
                return Some(place * 64 + rest.trailing_zeros() as usize);
            }
            left -= count;
        }
        None
    }

    /// The only index of the set.
    #[inline]
    pub fn only(&self) -> Option<usize> {
        if self.len() == 1 { self.nth(0) } else { None }
    }

    /// Writes the set as one boolean for each index.
    #[inline]
    pub fn write(&self, mask: &mut [bool]) {
        for (place, out) in mask.chunks_mut(8).enumerate() {
            let byte = self.0.get(place / 8).map_or(0, |word| (word >> (place % 8 * 8)) as u8);
            let spread = &SPREAD[byte as usize];
            match out.first_chunk_mut::<8>() {
                Some(eight) => *eight = *spread,
                None => out.copy_from_slice(&spread[..out.len()]),
            }
        }
    }
}
