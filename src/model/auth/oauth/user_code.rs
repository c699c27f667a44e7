//! The code that a device shows and a player types: eight consonants in two groups, so that it forms no word
//! and is easy to read aloud (RFC 8628, 6.1).

use std::fmt;

use super::super::letters::{random_letters, typed_letters};

/// The number of letters, which give 25,600,000,000 codes.
const LENGTH: usize = 8;

/// A code for people, without the dash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserCode(String);

impl UserCode {
    /// Returns a new code.
    pub fn generate() -> Result<UserCode, getrandom::Error> {
        random_letters(LENGTH).map(UserCode)
    }

    /// Parses what a player has typed. Small letters, dashes and spaces make no difference.
    pub fn parse(typed: &str) -> Option<UserCode> {
        typed_letters(typed, LENGTH).map(UserCode)
    }

    /// Returns the letters.
    pub fn letters(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UserCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, end) = self.0.split_at(LENGTH / 2);
        write!(f, "{start}-{end}")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let code = UserCode::generate().unwrap();
        let shown = code.to_string();
        assert_eq!(shown.len(), LENGTH + 1);
        for typed in [shown.clone(), shown.to_lowercase(), shown.replace('-', " "), format!(" {shown}\n")] {
            assert_eq!(UserCode::parse(&typed), Some(code.clone()), "{typed}");
        }
        for other in ["", "BCDF", "BCDF-GHJA", "BCDF-GHJK-L", "BCDF-GHJ1", &"B".repeat(10_000)] {
            assert_eq!(UserCode::parse(other), None, "{other}");
        }
    }

    #[test]
    fn codes_are_all_different() {
        let codes: HashSet<String> = (0..200).map(|_| UserCode::generate().unwrap().0).collect();
        assert_eq!(codes.len(), 200);
    }
}
