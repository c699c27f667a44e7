//! PKCE (RFC 7636) with the only method S256: the exchange of a code needs the secret of its requester.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

const VERIFIER_LENGTH: std::ops::RangeInclusive<usize> = 43..=128;

/// The SHA-256 of a secret. The app keeps the secret until it exchanges the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Challenge(pub [u8; 32]);

impl Challenge {
    /// The name of the method.
    pub const METHOD: &str = "S256";

    /// Parses a `code_challenge`. Returns `None` if it is not a SHA-256 in base64url.
    pub fn parse(text: &str) -> Option<Challenge> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        Some(Challenge(bytes.try_into().ok()?))
    }

    /// Returns the text of the challenge.
    pub fn to_text(self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Returns whether a `code_verifier` is the secret of this challenge.
    pub fn is_met_by(&self, verifier: &str) -> bool {
        let is_unreserved = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        VERIFIER_LENGTH.contains(&verifier.len())
            && verifier.bytes().all(is_unreserved)
            && self.0 == *Sha256::digest(verifier)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verifier_of_rfc_7636_meets_its_challenge() {
        let challenge = Challenge::parse("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM").unwrap();
        assert!(challenge.is_met_by("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"));
        assert!(!challenge.is_met_by("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXK"));
        assert!(!challenge.is_met_by("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"));
    }

    #[test]
    fn a_verifier_has_enough_characters_and_no_odd_ones() {
        for verifier in ["", "short", &"a".repeat(42), &"a".repeat(129), &"ä".repeat(30)] {
            let challenge = Challenge(Sha256::digest(verifier).into());
            assert!(!challenge.is_met_by(verifier), "{verifier}");
        }
        let longest = "~".repeat(128);
        assert!(Challenge(Sha256::digest(&longest).into()).is_met_by(&longest));
    }

    #[test]
    fn a_challenge_is_a_digest() {
        for bad in ["", "abc", &"A".repeat(42), &"A".repeat(44), &"=".repeat(43)] {
            assert!(Challenge::parse(bad).is_none(), "{bad}");
        }
        assert_eq!(Challenge([7; 32]), Challenge::parse(&Challenge([7; 32]).to_text()).unwrap());
    }
}
