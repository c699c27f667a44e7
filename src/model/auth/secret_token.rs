//! Random tokens that are given out once and stored only as digests: in links of mails, as tickets for event
//! streams, as codes of OAuth, and as refresh tokens.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// The SHA-256 of a token. Only it is stored.
pub type TokenDigest = [u8; 32];

/// 32 random bytes that only their holder knows. It has no `Debug`, so that no log shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretToken(pub(super) [u8; 32]);

impl SecretToken {
    /// Returns a new token.
    pub fn generate() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(SecretToken(bytes))
    }

    /// Parses a presented text. Returns `None` if the text is not a token.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        Some(SecretToken(bytes.try_into().ok()?))
    }

    /// Returns the token as text for its holder.
    pub fn to_text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Returns the digest.
    pub fn digest(&self) -> TokenDigest {
        Sha256::digest(self.0).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_parsed_from_its_written_form() {
        let token = SecretToken::generate().unwrap();
        assert_eq!(token.to_text().len(), 43);
        assert!(SecretToken::parse(&token.to_text()) == Some(token));
        for garbage in ["", "short", &"A".repeat(44), "!".repeat(43).as_str()] {
            assert!(SecretToken::parse(garbage).is_none(), "{garbage}");
        }
    }
}
