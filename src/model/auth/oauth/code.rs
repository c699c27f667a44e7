//! Authorization codes and device codes: secrets that are exchanged for tokens once.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// A code as its holder sees it. The type has no `Debug`, because a code is a secret.
pub struct Code([u8; 32]);

impl Code {
    /// Returns a new code.
    pub fn generate() -> Result<Code, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Code(bytes))
    }

    /// Parses a presented code; returns `None` if the text is not a code.
    pub fn parse(text: &str) -> Option<Code> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        Some(Code(bytes.try_into().ok()?))
    }

    /// Returns the code as text for the client.
    pub fn to_text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Returns the digest, which is the only part that is stored.
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_parsed_from_its_written_form() {
        let code = Code::generate().unwrap();
        assert_eq!(Code::parse(&code.to_text()).map(|parsed| parsed.digest()), Some(code.digest()));
        for garbage in ["", "short", &"A".repeat(44), "!".repeat(43).as_str()] {
            assert!(Code::parse(garbage).is_none(), "{garbage}");
        }
    }
}
