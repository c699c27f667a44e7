//! Refresh tokens: how one leads to the next, and what a repeated one means.
//!
//! It knows digests and times; it knows no table.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// How long a used token may be presented again and gets the same successor: answers are lost on mobile networks.
pub const GRACE: TimeDelta = TimeDelta::seconds(30);

/// The key from which successors are derived, shared by all nodes.
#[derive(Clone)]
pub struct RefreshKey(pub [u8; 32]);

/// A refresh token as its holder sees it.
#[derive(Clone, PartialEq, Eq)]
pub struct RefreshToken([u8; 32]);

impl RefreshToken {
    /// The first token of a session.
    ///
    /// # Errors
    ///
    /// When the system has no randomness to give.
    pub fn generate() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(RefreshToken(bytes))
    }

    /// Reads a presented token; nothing else has its form.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        Some(RefreshToken(bytes.try_into().ok()?))
    }

    /// The token as it is handed out.
    pub fn to_text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }

    /// What is kept of it.
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }

    /// The one token that follows this one, the same however often it is asked for.
    pub fn successor(&self, key: &RefreshKey) -> RefreshToken {
        // HMAC itself fills a short key with zeros up to a block.
        let mut block = [0; 64];
        block[..key.0.len()].copy_from_slice(&key.0);
        let mac = Hmac::<Sha256>::new(&block.into()).chain_update(self.0);
        RefreshToken(mac.finalize().into_bytes().into())
    }
}

/// What is known of a presented token.
#[derive(Debug, Clone, Copy)]
pub struct Known {
    pub expires_at: DateTime<Utc>,
    pub used_at: Option<DateTime<Utc>>,
    /// Whether its session was ended.
    pub revoked: bool,
}

/// What a presented token is answered with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Its first use: the successor comes into being.
    Rotate,
    /// The answer was lost: the same successor again.
    Repeat,
    /// Somebody else holds it too: the whole family ends.
    EndFamily,
    /// It has expired.
    Refuse,
}

/// Judges a presented token at the time `now`.
pub fn judge(known: &Known, now: DateTime<Utc>) -> Verdict {
    match known.used_at {
        _ if known.revoked => Verdict::Refuse,
        Some(used_at) if now - used_at > GRACE => Verdict::EndFamily,
        _ if known.expires_at <= now => Verdict::Refuse,
        Some(_) => Verdict::Repeat,
        None => Verdict::Rotate,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    #[test]
    fn the_successor_depends_on_token_and_key_alone() {
        let token = RefreshToken([7; 32]);
        let key = RefreshKey([1; 32]);
        assert!(token.successor(&key) == token.successor(&key));
        assert!(token.successor(&key) != token.successor(&RefreshKey([2; 32])));
        assert!(token.successor(&key) != RefreshToken([8; 32]).successor(&key));
    }

    #[test]
    fn a_token_survives_being_written() {
        let token = RefreshToken::generate().unwrap();
        assert_eq!(token.to_text().len(), 43);
        assert!(RefreshToken::parse(&token.to_text()) == Some(token));
        for garbage in ["", "short", &"A".repeat(44), "!".repeat(43).as_str()] {
            assert!(RefreshToken::parse(garbage).is_none(), "{garbage}");
        }
    }

    #[test]
    fn reuse_is_forgiven_for_half_a_minute() {
        let fresh = Known { expires_at: at(1000), used_at: None, revoked: false };
        assert_eq!(judge(&fresh, at(0)), Verdict::Rotate);
        let used = Known { used_at: Some(at(0)), ..fresh };
        assert_eq!(judge(&used, at(30)), Verdict::Repeat);
        assert_eq!(judge(&used, at(31)), Verdict::EndFamily);
    }

    #[test]
    fn an_expired_or_revoked_token_is_refused() {
        let fresh = Known { expires_at: at(1000), used_at: None, revoked: false };
        assert_eq!(judge(&fresh, at(1000)), Verdict::Refuse);
        assert_eq!(judge(&Known { revoked: true, ..fresh }, at(0)), Verdict::Refuse);
        assert_eq!(judge(&Known { revoked: true, used_at: Some(at(0)), ..fresh }, at(100)), Verdict::Refuse);
    }
}
