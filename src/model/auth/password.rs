//! The rules for new passwords.

use std::collections::HashSet;
use std::fmt;
use std::sync::LazyLock;

/// The allowed number of characters in a password.
pub const LENGTH: std::ops::RangeInclusive<usize> = 8..=128;

/// The most common passwords with at least 8 characters, sorted, in lower case.
const COMMONEST: &str = include_str!("../../../data/common_passwords.txt");

/// A password that satisfies the rules.
#[derive(Clone, PartialEq, Eq)]
pub struct NewPassword(String);

/// Why a password is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordRefusal {
    #[error("passwords have 8 to 128 characters")]
    Length,
    #[error("this is one of the most common passwords")]
    Common,
}

impl TryFrom<String> for NewPassword {
    type Error = PasswordRefusal;

    fn try_from(text: String) -> Result<Self, PasswordRefusal> {
        static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| COMMONEST.lines().collect());
        if !LENGTH.contains(&text.chars().count()) {
            return Err(PasswordRefusal::Length);
        }
        if COMMON.contains(text.to_lowercase().as_str()) {
            return Err(PasswordRefusal::Common);
        }
        Ok(NewPassword(text))
    }
}

impl NewPassword {
    pub(super) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NewPassword(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(text: &str) -> Result<NewPassword, PasswordRefusal> {
        NewPassword::try_from(text.to_owned())
    }

    #[test]
    fn length_is_counted_in_characters_and_no_other_rule_applies() {
        assert_eq!(new("1234567"), Err(PasswordRefusal::Length));
        assert!(new("ääääääää").is_ok());
        assert!(new(&"x ".repeat(64)).is_ok());
        assert_eq!(new(&"x".repeat(129)), Err(PasswordRefusal::Length));
    }

    #[test]
    fn common_passwords_are_refused_in_any_case() {
        assert!(COMMONEST.lines().count() >= 10_000);
        for common in ["password", "Password", "12345678", "qwertyuiop", "football"] {
            assert_eq!(new(common), Err(PasswordRefusal::Common), "{common}");
        }
    }
}
