//! Codes that one person hands to another, on paper or in a link: twelve letters in three groups.

use std::fmt;

use sha2::{Digest, Sha256};

use super::letters::{random_letters, typed_letters};

/// The number of letters, which give 4 * 10^15 codes.
const LENGTH: usize = 12;
/// The number of letters between two dashes.
const GROUP: usize = 4;

/// A code. It has no `Debug`, so that no log shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct HandedCode(String);

impl HandedCode {
    /// Returns a new code.
    pub fn generate() -> Result<HandedCode, getrandom::Error> {
        random_letters(LENGTH).map(HandedCode)
    }

    /// Parses what somebody has typed. Small letters, dashes and spaces make no difference.
    pub fn parse(typed: &str) -> Option<HandedCode> {
        typed_letters(typed, LENGTH).map(HandedCode)
    }

    /// Returns the digest, which is the only part that is stored.
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

impl fmt::Display for HandedCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, rest) = self.0.split_at(GROUP);
        let (second, third) = rest.split_at(GROUP);
        write!(f, "{first}-{second}-{third}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let code = HandedCode::generate().unwrap();
        let shown = code.to_string();
        assert_eq!(shown.len(), 14);
        for typed in [shown.clone(), shown.to_lowercase(), shown.replace('-', " ")] {
            assert!(HandedCode::parse(&typed) == Some(code.clone()), "{typed}");
        }
        assert!(HandedCode::parse(&shown[1..]).is_none());
    }
}
