//! Random words, uniform numbers below a bound, and the shuffle. It does not know what is shuffled.

use std::num::NonZeroU32;

use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::input::update_prefixed;

const WORDS_PER_BLOCK: usize = 8;

/// An endless source of random words, and the operations of a deal on it.
pub trait Words {
    /// The next word.
    fn next_word(&mut self) -> u32;

    /// A uniformly distributed number from 0 to `bound` - 1. Words from the last, incomplete block of `bound`
    /// values are rejected.
    fn below(&mut self, bound: NonZeroU32) -> u32 {
        let bound = u64::from(bound.get());
        let all = 1_u64 << u32::BITS;
        let limit = all - all % bound;
        loop {
            let word = u64::from(self.next_word());
            if word < limit {
                return (word % bound) as u32;
            }
        }
    }

    /// Shuffles the items, from the last position down to the second.
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let bound = NonZeroU32::MIN.saturating_add(last as u32);
            items.swap(last, self.below(bound) as usize);
        }
    }
}

/// The words of one label. They do not depend on any other label.
pub struct LabelStream {
    keyed: Hmac<Sha256>,
    label: String,
    next_block: u32,
    words: [u32; WORDS_PER_BLOCK],
    used: usize,
}

impl LabelStream {
    pub(super) fn new(keyed: Hmac<Sha256>, label: &str) -> Self {
        LabelStream { keyed, label: label.to_owned(), next_block: 0, words: [0; 8], used: WORDS_PER_BLOCK }
    }

    fn read_block(&mut self) {
        let mut mac = self.keyed.clone();
        update_prefixed(&mut mac, self.label.as_bytes());
        mac.update(&self.next_block.to_be_bytes());
        let block: [u8; 32] = mac.finalize().into_bytes().into();
        for (word, bytes) in self.words.iter_mut().zip(block.chunks_exact(4)) {
            *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        self.next_block = self.next_block.wrapping_add(1);
        self.used = 0;
    }
}

impl Words for LabelStream {
    fn next_word(&mut self) -> u32 {
        if self.used == WORDS_PER_BLOCK {
            self.read_block();
        }
        let word = self.words[self.used];
        self.used += 1;
        word
    }
}
