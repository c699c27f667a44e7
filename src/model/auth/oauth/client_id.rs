//! The self-chosen name of an app. Nobody verifies it, so it must at least not resemble something else.

/// The maximum number of characters of a name.
const LENGTH_MAX: usize = 128;

/// The `client_id` of an app: printable ASCII characters, as in RFC 6749.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientId(String);

impl ClientId {
    /// Parses a name. Returns `None` if it is empty, is too long, or contains other characters.
    pub fn parse(text: &str) -> Option<ClientId> {
        let fits = (1..=LENGTH_MAX).contains(&text.len());
        let is_printable = text.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic());
        (fits && is_printable && !text.trim().is_empty()).then(|| ClientId(text.to_owned()))
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_printable_and_not_too_long() {
        for good in ["board", "https://app.example/client", "My App 2", &"a".repeat(LENGTH_MAX)] {
            assert!(ClientId::parse(good).is_some(), "{good}");
        }
        for bad in ["", " ", "a\nb", "a\0b", "р", "\u{202e}ppa", &"a".repeat(LENGTH_MAX + 1)] {
            assert!(ClientId::parse(bad).is_none(), "{bad:?}");
        }
    }
}
