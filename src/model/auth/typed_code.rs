//! Codes that people read and type: groups of four consonants, which form no word and are easy to read aloud
//! (RFC 8628, 6.1).

use std::fmt;

use sha2::{Digest, Sha256};

use crate::names::caseless;

const LETTERS: &[u8; 20] = b"BCDFGHJKLMNPQRSTVWXZ";
/// A multiple of 20. All bytes below it give each letter with the same probability.
const UNBIASED: u8 = 240;
/// The number of letters between two dashes.
const GROUP: usize = 4;

/// A code of this many letters, without dashes. It has no `Debug`, so that no log shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct TypedCode<const LENGTH: usize>(String);

/// The code on a device that a player types: one of 25,600,000,000.
pub type UserCode = TypedCode<8>;
/// A code that people pass on, on paper or in a link: one of 4 * 10^15.
pub type HandedCode = TypedCode<12>;

impl<const LENGTH: usize> TypedCode<LENGTH> {
    /// Returns a new code.
    pub fn generate() -> Result<Self, getrandom::Error> {
        let mut code = String::with_capacity(LENGTH);
        while code.len() < LENGTH {
            let mut bytes = [0; 16];
            getrandom::fill(&mut bytes)?;
            let letters = bytes.iter().filter(|byte| **byte < UNBIASED);
            let letters = letters.map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]));
            code.extend(letters.take(LENGTH - code.len()));
        }
        Ok(TypedCode(code))
    }

    /// Parses a typed text. Returns `None` if it is not a code. Ignores case, full width, dashes and spaces.
    pub fn parse(typed: &str) -> Option<Self> {
        let typed = caseless(typed);
        let letters = typed.chars().filter(|letter| *letter != '-' && !letter.is_whitespace());
        let code: String = letters.take(LENGTH + 1).map(|letter| letter.to_ascii_uppercase()).collect();
        let known = code.len() == LENGTH && code.bytes().all(|letter| LETTERS.contains(&letter));
        known.then_some(TypedCode(code))
    }

    /// Returns the letters.
    pub fn letters(&self) -> &str {
        &self.0
    }

    /// Returns the digest.
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

impl<const LENGTH: usize> fmt::Display for TypedCode<LENGTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0.as_str();
        while let Some((group, others)) =
            rest.split_at_checked(GROUP).filter(|(_, others)| !others.is_empty())
        {
            write!(f, "{group}-")?;
            rest = others;
        }
        f.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        assert_eq!(HandedCode::generate().unwrap().to_string().len(), 14);
        let code = UserCode::generate().unwrap();
        let shown = code.to_string();
        assert_eq!(shown.len(), 9);
        for typed in [shown.clone(), shown.to_lowercase(), shown.replace('-', " "), format!(" {shown}\n")] {
            assert!(UserCode::parse(&typed).as_ref() == Some(&code), "{typed}");
        }
        let wide = UserCode::parse("ＷＤＪＢ－ｍｊｈｔ").expect("a code");
        assert_eq!((wide.letters(), wide.to_string().as_str()), ("WDJBMJHT", "WDJB-MJHT"));
        for other in ["", "BCDF", "BCDF-GHJA", "BCDF-GHJK-L", "BCDF-GHJ1", &"B".repeat(10_000)] {
            assert!(UserCode::parse(other).is_none(), "{other}");
        }
    }

    #[test]
    fn codes_have_every_letter_and_are_all_different() {
        let codes: HashSet<String> =
            (0..200).map(|_| UserCode::generate().unwrap().letters().to_owned()).collect();
        assert_eq!(codes.len(), 200);
        let letters: HashSet<u8> = codes.iter().flat_map(|code| code.bytes()).collect();
        assert_eq!(letters.len(), LETTERS.len());
    }
}
