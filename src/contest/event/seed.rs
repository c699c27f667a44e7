//! The seed of an event. All apparent luck in pairings and standings follows from it.
//!
//! The seed has 32 bytes. Its commitment is published when the event is created, and the seed when the event
//! ends. So anyone can check that the lots were not chosen.

use sha2::{Digest, Sha256};

use super::entry::EntryId;
use super::team::TeamId;

/// The secret seed of an event.
#[derive(Clone, PartialEq, Eq)]
pub struct EventSeed([u8; 32]);

impl EventSeed {
    /// Returns the seed with these bytes.
    pub const fn new(bytes: [u8; 32]) -> EventSeed {
        EventSeed(bytes)
    }

    /// Returns the bytes, which are public once the event is over.
    pub const fn reveal(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the commitment: `SHA256("lapidary/event/v1" 00 seed)`.
    pub fn commitment(&self) -> [u8; 32] {
        self.hash("lapidary/event/v1", &[])
    }

    /// Returns the lot of an entry: `SHA256("lapidary/lot/v1" 00 seed entry)`, with the entry as four bytes,
    /// big-endian. The lowest lot wins.
    pub fn lot(&self, entry: EntryId) -> [u8; 32] {
        self.hash("lapidary/lot/v1", &entry.0.to_be_bytes())
    }

    /// Returns the lot of a team: `SHA256("lapidary/team-lot/v1" 00 seed team)`, with the team as four bytes,
    /// big-endian. The lowest lot wins.
    pub fn team_lot(&self, team: TeamId) -> [u8; 32] {
        self.hash("lapidary/team-lot/v1", &team.0.to_be_bytes())
    }

    /// Returns the draws for one purpose. Their state is the beginning of `SHA256("lapidary/draws/v1" 00 seed
    /// purpose)`.
    pub fn draws(&self, purpose: &str) -> Draws {
        let [a, b, c, d, e, f, g, h, ..] = self.hash("lapidary/draws/v1", purpose.as_bytes());
        Draws { state: u64::from_be_bytes([a, b, c, d, e, f, g, h]) }
    }

    fn hash(&self, label: &str, rest: &[u8]) -> [u8; 32] {
        let hash = Sha256::new().chain_update(label).chain_update([0]).chain_update(self.0);
        hash.chain_update(rest).finalize().into()
    }
}

impl std::fmt::Debug for EventSeed {
    /// Hides the bytes: the seed is secret until the event ends.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("EventSeed(..)")
    }
}

/// A sequence of numbers that follows from a seed: SplitMix64, which is easy to compute in any language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draws {
    state: u64,
}

impl Draws {
    /// Returns the next number.
    pub fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below the limit; 0 if the limit is 0. The bias is below 2^-32 for limits below 2^32.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.number()) * limit as u128) >> 64) as usize
    }

    /// Returns a number from 0 to below 1.
    pub fn fraction(&mut self) -> f64 {
        (self.number() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts a list in a drawn order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

impl From<u64> for Draws {
    /// Returns the draws that begin in this state.
    fn from(state: u64) -> Draws {
        Draws { state }
    }
}
