//! The input of a deal, the commitment to its secret, and the key derived from all of it. It does not know
//! what the key is used for.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::seat::SeatCount;

/// The maximum number of bytes of entropy from one player or from a beacon.
pub const ENTROPY_BYTES_MAX: usize = 64;

const COMMIT_DOMAIN: &[u8] = b"splendor/commit/v1\0";
const KEY_DOMAIN: &[u8] = b"splendor/key/v1\0";
const HMAC_BLOCK_BYTES: usize = 64;

/// Why a value cannot be part of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DealError {
    /// There are more than [`ENTROPY_BYTES_MAX`] bytes of entropy.
    #[error("entropy is limited to 64 bytes")]
    EntropyTooLong,
    /// The number of contributions is not 2 to 4.
    #[error("a deal needs one contribution from each of its 2 to 4 players")]
    WrongNumberOfContributions,
}

/// The public name of one deal, the 16 bytes of a UUID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DealId(pub [u8; 16]);

/// The secret of one deal: 32 fresh random bytes. The server commits to it before the players join and
/// reveals it when the game is over.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerSeed([u8; 32]);

impl ServerSeed {
    /// Wraps the bytes of a secret.
    pub fn new(bytes: [u8; 32]) -> Self {
        ServerSeed(bytes)
    }

    /// Returns the bytes; only the store and the reveal may call this.
    pub fn reveal(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for ServerSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerSeed(hidden)")
    }
}

/// Up to 64 bytes of randomness from a player or a beacon; empty if none was contributed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entropy(Vec<u8>);

impl Entropy {
    /// The bytes as contributed.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl TryFrom<Vec<u8>> for Entropy {
    type Error = DealError;

    fn try_from(bytes: Vec<u8>) -> Result<Self, DealError> {
        if bytes.len() > ENTROPY_BYTES_MAX { Err(DealError::EntropyTooLong) } else { Ok(Entropy(bytes)) }
    }
}

/// The entropy of every player, in the order in which they joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contributions {
    entropies: Vec<Entropy>,
    seats: SeatCount,
}

impl Contributions {
    /// The contributions in join order.
    pub fn as_slice(&self) -> &[Entropy] {
        &self.entropies
    }

    /// The number of players, which is the number of seats.
    pub fn seats(&self) -> SeatCount {
        self.seats
    }
}

impl TryFrom<Vec<Entropy>> for Contributions {
    type Error = DealError;

    fn try_from(entropies: Vec<Entropy>) -> Result<Self, DealError> {
        match u8::try_from(entropies.len()).ok().and_then(SeatCount::new) {
            Some(seats) => Ok(Contributions { entropies, seats }),
            None => Err(DealError::WrongNumberOfContributions),
        }
    }
}

/// Everything that determines a deal. The same input gives the same deal in every version and in every
/// programming language.
#[derive(Clone, Copy, Debug)]
pub struct DealInput<'a> {
    /// The public name of the deal.
    pub deal_id: DealId,
    /// The committed secret.
    pub server_seed: &'a ServerSeed,
    /// The ASCII id of the ruleset with its modules in fixed order, e.g. `splendor+orient`.
    pub ruleset: &'a str,
    /// The contributions of the players, in join order.
    pub contributions: &'a Contributions,
    /// Public randomness published after the commitment.
    pub beacon: &'a Entropy,
}

/// The commitment to a secret, published before the first player joins.
pub fn commitment(deal_id: DealId, server_seed: &ServerSeed) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(COMMIT_DOMAIN);
    hash.update(deal_id.0);
    hash.update(server_seed.0);
    hash.finalize().into()
}

/// The key of a deal, from which all its orders are drawn. It is as secret as the seed while the game runs.
pub fn deal_key(input: &DealInput<'_>) -> [u8; 32] {
    let mut mac = hmac(&input.server_seed.0);
    mac.update(KEY_DOMAIN);
    mac.update(&input.deal_id.0);
    update_prefixed(&mut mac, input.ruleset.as_bytes());
    mac.update(&[input.contributions.seats().get() as u8]);
    for entropy in input.contributions.as_slice() {
        update_prefixed(&mut mac, entropy.as_bytes());
    }
    update_prefixed(&mut mac, input.beacon.as_bytes());
    mac.finalize().into_bytes().into()
}

/// HMAC-SHA-256 with a key of 32 bytes, which HMAC pads with zeros to a full block.
pub(super) fn hmac(key: &[u8; 32]) -> Hmac<Sha256> {
    let mut block = [0; HMAC_BLOCK_BYTES];
    block[..key.len()].copy_from_slice(key);
    Hmac::new(&block.into())
}

/// `lp(bytes)`: the length in two bytes, then the bytes, so that different lists of fields never give the
/// same message.
pub(super) fn update_prefixed(mac: &mut Hmac<Sha256>, bytes: &[u8]) {
    debug_assert!(bytes.len() <= usize::from(u16::MAX), "entropies, labels and ruleset ids are short");
    mac.update(&(bytes.len() as u16).to_be_bytes());
    mac.update(bytes);
}
