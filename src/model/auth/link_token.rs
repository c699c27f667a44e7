//! Tokens in links of mails: they set a new password, or begin or end mails about turns.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// The digest of a token, which is the only part that is stored.
pub type LinkDigest = [u8; 32];

/// A token that only the reader of a mail knows. It has no `Debug`, so that no log shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkToken([u8; 32]);

impl LinkToken {
    /// Returns a new token.
    pub fn generate() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(LinkToken(bytes))
    }

    /// Parses a presented token; returns `None` if the text is not a token.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        Some(LinkToken(bytes.try_into().ok()?))
    }

    /// Returns the token as text for its link.
    pub fn to_text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Returns the digest.
    pub fn digest(&self) -> LinkDigest {
        Sha256::digest(self.0).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_parsed_from_its_written_form() {
        let token = LinkToken::generate().unwrap();
        assert_eq!(token.to_text().len(), 43);
        assert!(LinkToken::parse(&token.to_text()) == Some(token));
        for garbage in ["", "short", &"A".repeat(44), "!".repeat(43).as_str()] {
            assert!(LinkToken::parse(garbage).is_none(), "{garbage}");
        }
    }
}
