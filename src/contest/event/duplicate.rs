//! Duplicate deals: what the players at several tables contribute to the deal that they share.

use sha2::{Digest, Sha256};

use super::entry::EntryId;

/// Returns the beacon of a deal that several tables share: `SHA256("lapidary/duplicate/v1" 00 …)`. For each
/// entry at these tables, in the order of numbers, it is followed by the number as four bytes, the length of
/// the entropy as two bytes, both big-endian, and the entropy.
///
/// The deal cannot use the contributions of one table directly, because other tables play it without them.
pub fn beacon<'a>(contributions: impl IntoIterator<Item = (EntryId, &'a [u8])>) -> [u8; 32] {
    let mut sorted: Vec<(EntryId, &[u8])> = contributions.into_iter().collect();
    sorted.sort_unstable();
    let mut hash = Sha256::new().chain_update("lapidary/duplicate/v1").chain_update([0]);
    for (entry, entropy) in sorted {
        hash.update(entry.0.to_be_bytes());
        hash.update((entropy.len() as u16).to_be_bytes());
        hash.update(entropy);
    }
    hash.finalize().into()
}
