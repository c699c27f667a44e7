//! Refresh tokens: the successor of a token, and the handling of a token that is used twice.
//!
//! This module knows digests and times, but no table.

use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::SecretToken;

/// How long a used token may be presented again. It returns the same successor, even a used one: a client may
/// have sent several requests at once.
pub const GRACE: TimeDelta = TimeDelta::seconds(30);

/// The key that successors are derived from. All servers of one database share it.
#[derive(Clone)]
pub struct RefreshKey(pub [u8; 32]);

impl SecretToken {
    /// Returns the only successor of this refresh token. Every call returns the same one.
    pub fn successor(&self, key: &RefreshKey) -> SecretToken {
        // HMAC pads short keys with zeros in the same way.
        let mut block = [0; 64];
        block[..key.0.len()].copy_from_slice(&key.0);
        let mac = Hmac::<Sha256>::new(&block.into()).chain_update(self.0);
        SecretToken(mac.finalize().into_bytes().into())
    }
}

/// What is stored about a presented token.
#[derive(Debug, Clone, Copy)]
pub struct Known {
    pub expires_at: DateTime<Utc>,
    pub used_at: Option<DateTime<Utc>>,
    /// Whether the successor is valid and the new pair is unused: neither the successor nor an access token.
    pub successor_is_unused: bool,
    /// Whether its session has ended.
    pub revoked: bool,
}

/// The response to a presented token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// First use: issue the successor.
    Rotate,
    /// The client lost the response: issue the same successor again.
    Repeat,
    /// Another party also has the token: end the session with all its tokens.
    EndFamily,
    /// The token has expired.
    Refuse,
}

/// Returns the verdict on a token presented at the time `now`.
pub fn judge(known: &Known, now: DateTime<Utc>) -> Verdict {
    match known.used_at {
        _ if known.revoked => Verdict::Refuse,
        // Without a use of the new pair, its response was lost: a phone may have slept for hours.
        Some(used_at) if now - used_at > GRACE && !known.successor_is_unused => Verdict::EndFamily,
        _ if known.expires_at <= now => Verdict::Refuse,
        Some(_) => Verdict::Repeat,
        None => Verdict::Rotate,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRESH: Known =
        Known { expires_at: at(1000), used_at: None, successor_is_unused: false, revoked: false };

    const fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    #[test]
    fn the_successor_depends_on_token_and_key_alone() {
        let token = SecretToken([7; 32]);
        let key = RefreshKey([1; 32]);
        assert!(token.successor(&key) == token.successor(&key));
        assert!(token.successor(&key) != token.successor(&RefreshKey([2; 32])));
        assert!(token.successor(&key) != SecretToken([8; 32]).successor(&key));
    }

    #[test]
    fn a_used_token_may_be_presented_again_for_30_seconds_or_until_its_successor_is_used() {
        assert_eq!(judge(&FRESH, at(0)), Verdict::Rotate);
        let used = Known { used_at: Some(at(0)), ..FRESH };
        assert_eq!(judge(&used, at(30)), Verdict::Repeat);
        assert_eq!(judge(&used, at(31)), Verdict::EndFamily);
        let lost = Known { successor_is_unused: true, ..used };
        assert_eq!(judge(&lost, at(999)), Verdict::Repeat);
        assert_eq!(judge(&lost, at(1000)), Verdict::Refuse);
    }

    #[test]
    fn an_expired_or_revoked_token_is_refused() {
        assert_eq!(judge(&FRESH, at(1000)), Verdict::Refuse);
        assert_eq!(judge(&Known { revoked: true, ..FRESH }, at(0)), Verdict::Refuse);
        assert_eq!(judge(&Known { revoked: true, used_at: Some(at(0)), ..FRESH }, at(100)), Verdict::Refuse);
    }
}
