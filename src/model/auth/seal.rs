//! Seals: texts that a page passes on in its form. Nobody else can make or change them.
//!
//! This module knows keys and times, but no page.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::refresh::RefreshKey;

/// The purpose of the derived key. No refresh token has this length.
const DERIVATION: &[u8] = b"lapidary: the hidden fields of pages";
/// The number of bytes of a signature.
const SIGNATURE: usize = 32;
/// The number of bytes of the expiry time of a seal.
const TIME: usize = 8;

/// The key of seals, shared by all servers of one database.
#[derive(Clone)]
pub struct SealKey([u8; 64]);

/// The purpose of a sealed text. It is worthless for other purposes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealPurpose {
    /// What an app asks for, until the player has logged in.
    Login,
    /// The request of an app and the logged-in player, until the player has decided.
    Consent,
    /// Who has logged in to see what has access to the account.
    Account,
}

impl SealPurpose {
    const fn name(self) -> &'static [u8] {
        match self {
            SealPurpose::Login => b"login",
            SealPurpose::Consent => b"consent",
            SealPurpose::Account => b"account",
        }
    }

    const fn lifetime(self) -> TimeDelta {
        match self {
            // A player may have to look for the password.
            SealPurpose::Login => TimeDelta::minutes(15),
            SealPurpose::Consent | SealPurpose::Account => TimeDelta::minutes(5),
        }
    }
}

impl SealKey {
    /// Derives the key from the one of refresh tokens.
    pub fn derived_from(key: &RefreshKey) -> SealKey {
        let mut derived = [0; 64];
        derived[..SIGNATURE].copy_from_slice(&mac(&padded(&key.0), &[DERIVATION]).finalize().into_bytes());
        SealKey(derived)
    }

    /// Seals a text at the time `now`.
    pub fn seal(&self, purpose: SealPurpose, text: &str, now: DateTime<Utc>) -> String {
        let expires_at = (now + purpose.lifetime()).timestamp().to_be_bytes();
        let signature = self.sign(purpose, &expires_at, text.as_bytes()).finalize().into_bytes();
        BASE64_URL_SAFE_NO_PAD.encode([&signature, &expires_at[..], text.as_bytes()].concat())
    }

    /// Returns the text, if it was sealed for this purpose and has not expired.
    pub fn open(&self, purpose: SealPurpose, sealed: &str, now: DateTime<Utc>) -> Option<String> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let (signature, rest) = bytes.split_at_checked(SIGNATURE)?;
        let (expires_at, text) = rest.split_first_chunk::<TIME>()?;
        self.sign(purpose, expires_at, text).verify_slice(signature).ok()?;
        let is_current = now.timestamp() < i64::from_be_bytes(*expires_at);
        is_current.then(|| String::from_utf8(text.to_vec()).ok()).flatten()
    }

    /// Returns a mark of a password hash, so that a seal shows if the password has changed since.
    pub fn mark(&self, password_hash: &str) -> String {
        let mark = mac(&self.0, &[b"password", &[0], password_hash.as_bytes()]).finalize().into_bytes();
        BASE64_URL_SAFE_NO_PAD.encode(mark)
    }

    /// Returns the digest that identifies a repeated request. Without the key, nobody can find the body by
    /// guessing.
    pub fn request_digest(&self, path: &str, body: &[u8; 32]) -> [u8; 32] {
        mac(&self.0, &[b"request", &[0], path.as_bytes(), &[0], body]).finalize().into_bytes().into()
    }

    fn sign(&self, purpose: SealPurpose, expires_at: &[u8; TIME], text: &[u8]) -> Hmac<Sha256> {
        mac(&self.0, &[purpose.name(), &[0], expires_at, text])
    }
}

/// HMAC pads short keys with zeros in the same way.
fn padded(key: &[u8; 32]) -> [u8; 64] {
    let mut block = [0; 64];
    block[..key.len()].copy_from_slice(key);
    block
}

fn mac(key: &[u8; 64], parts: &[&[u8]]) -> Hmac<Sha256> {
    parts.iter().fold(Hmac::<Sha256>::new(&(*key).into()), |mac, part| mac.chain_update(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(byte: u8) -> SealKey {
        SealKey::derived_from(&RefreshKey([byte; 32]))
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    #[test]
    fn a_seal_opens_with_its_key_for_its_purpose_in_its_time() {
        let sealed = key(1).seal(SealPurpose::Consent, "ä text", at(0));
        assert_eq!(key(1).open(SealPurpose::Consent, &sealed, at(299)).as_deref(), Some("ä text"));
        assert_eq!(key(1).open(SealPurpose::Consent, &sealed, at(300)), None);
        assert_eq!(key(1).open(SealPurpose::Login, &sealed, at(0)), None);
        assert_eq!(key(2).open(SealPurpose::Consent, &sealed, at(0)), None);
    }

    #[test]
    fn the_digest_of_a_request_depends_on_its_path_its_body_and_the_key() {
        let digest = key(1).request_digest("/v1/games", &[1; 32]);
        assert_eq!(key(1).request_digest("/v1/games", &[1; 32]), digest);
        assert_ne!(key(1).request_digest("/v1/seeks", &[1; 32]), digest);
        assert_ne!(key(1).request_digest("/v1/games", &[2; 32]), digest);
        assert_ne!(key(2).request_digest("/v1/games", &[1; 32]), digest);
    }

    #[test]
    fn a_changed_seal_does_not_open() {
        let sealed = key(1).seal(SealPurpose::Login, "a text", at(0));
        for place in 0..sealed.len() {
            let mut changed = sealed.clone().into_bytes();
            changed[place] = if changed[place] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(key(1).open(SealPurpose::Login, &changed, at(0)), None, "at {place}");
        }
        for garbage in ["", "A", "ä", &sealed[..40], &format!("{sealed}AAAA")] {
            assert_eq!(key(1).open(SealPurpose::Login, garbage, at(0)), None, "{garbage}");
        }
    }

    #[test]
    fn a_mark_differs_for_every_hash_and_key() {
        assert_eq!(key(1).mark("hash"), key(1).mark("hash"));
        assert_ne!(key(1).mark("hash"), key(1).mark("hash2"));
        assert_ne!(key(1).mark("hash"), key(2).mark("hash"));
    }
}
