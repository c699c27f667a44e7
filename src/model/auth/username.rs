//! The rules for usernames.

use std::fmt;

use uuid::Uuid;

/// The allowed length of a username.
pub const LENGTH: std::ops::RangeInclusive<usize> = 3..=20;

/// The beginning of names that say nothing.
const NEUTRAL: &str = "player-";

/// Names that no player may take: names of built-in opponents and names that resemble the server's.
const RESERVED: [&str; 18] = [
    "admin",
    "administrator",
    "anonymous",
    "apprentice",
    "expert",
    "greedy",
    "lapidary",
    "master",
    "mcts",
    "moderator",
    "planner",
    "random",
    "rusher",
    "server",
    "support",
    "system",
    "deleted",
    "erased",
];

/// A well-formed username: 3 to 20 characters of `A-Z a-z 0-9 _ -`. Comparisons ignore case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Username(String);

/// The text is not a valid username.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("usernames have 3 to 20 letters, digits, `_` or `-`")]
pub struct InvalidUsername;

impl Username {
    /// The name as the player writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns a name that says nothing and that hardly anybody has: `player-79fbe84d311b`.
    pub fn neutral() -> Username {
        let id = Uuid::now_v7().simple().to_string();
        Username(format!("{NEUTRAL}{}", id.get(20..).unwrap_or_default()))
    }

    /// Returns whether a name has the form of those that say nothing.
    pub fn is_neutral(name: &str) -> bool {
        let is_hexadecimal =
            |digits: &str| digits.len() == 12 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        name.strip_prefix(NEUTRAL).is_some_and(is_hexadecimal)
    }

    /// Whether no player may take this name.
    pub fn is_reserved(&self) -> bool {
        // Built-in opponents have copies, such as `greedy-2`.
        let is_of_a_copy = |copy: &&str| matches!(copy.as_bytes(), [b'-', b'1'..=b'9']);
        let name = match self.0.split_at_checked(self.0.len().saturating_sub(2)) {
            Some((name, copy)) if is_of_a_copy(&copy) => name,
            _ => &self.0,
        };
        RESERVED.iter().any(|reserved| reserved.eq_ignore_ascii_case(name))
    }
}

impl TryFrom<String> for Username {
    type Error = InvalidUsername;

    fn try_from(text: String) -> Result<Self, InvalidUsername> {
        let fits = LENGTH.contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
        if fits { Ok(Username(text)) } else { Err(InvalidUsername) }
    }
}

impl fmt::Display for Username {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_neutral_name_is_valid_and_known_as_such() {
        let name = Username::neutral();
        assert_eq!(Username::try_from(name.to_string()), Ok(name.clone()));
        assert!(Username::is_neutral(name.as_str()) && !name.is_reserved());
        for other in ["player-", "player-1", "player-79fbe84d311x", "ada"] {
            assert!(!Username::is_neutral(other), "{other}");
        }
    }

    #[test]
    fn a_username_is_short_and_plain() {
        for good in ["ada", "Ada_Lovelace-1815", "12345678901234567890"] {
            assert!(Username::try_from(good.to_owned()).is_ok(), "{good}");
        }
        for bad in ["", "ab", "123456789012345678901", "ada lovelace", "adä", "a/b", "ada\n"] {
            assert_eq!(Username::try_from(bad.to_owned()), Err(InvalidUsername), "{bad}");
        }
    }

    #[test]
    fn names_of_the_server_are_reserved_in_any_case() {
        assert!(Username::try_from("GREEDY".to_owned()).unwrap().is_reserved());
        for reserved in ["Master", "apprentice", "random-2", "GREEDY-4"] {
            assert!(Username::try_from(reserved.to_owned()).unwrap().is_reserved(), "{reserved}");
        }
        for free in ["greedy1", "greedy-", "greedy-bot", "greedy-22", "master-mind"] {
            assert!(!Username::try_from(free.to_owned()).unwrap().is_reserved(), "{free}");
        }
    }
}
