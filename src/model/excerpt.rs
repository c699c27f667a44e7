//! The words of a foreign program, in a form that is safe to store and show.
//!
//! It knows no columns and no format. People who search for a mistake read it.

use std::fmt;

use serde::Serialize;

use crate::text;

/// The maximum number of characters of an excerpt, without the mark of omission.
const CHARACTERS_MAX: usize = 300;

/// The beginning of a text on one line. It has no control characters: a database cannot store a byte 0, and
/// terminals obey others. It has no invisible ones, which hide or reverse text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Excerpt(String);

impl Excerpt {
    /// Returns the beginning of a text.
    pub fn of(text: impl fmt::Display) -> Excerpt {
        let text = text::shown(&text.to_string());
        let mut letters = text.trim().chars();
        let mut shown: String = letters.by_ref().take(CHARACTERS_MAX).collect();
        if letters.next().is_some() {
            shown.push('…');
        }
        Excerpt(shown)
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Excerpt> for String {
    fn from(excerpt: Excerpt) -> String {
        excerpt.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_one_short_line_that_can_be_stored() {
        assert_eq!(Excerpt::of(" a\0b\r\nc\u{1b}[2J\u{85} ").as_str(), "a b  c [2J");
        assert_eq!(
            Excerpt::of("a\u{202e}b\u{200b}c\u{200d}d").as_str(),
            "a b c d",
            "what hides or turns letters"
        );
        let bytes = String::from_utf8_lossy(&[0x1f, 0x8b, 8, 0, 0xff]).into_owned();
        assert!(!Excerpt::of(bytes).as_str().contains(char::is_control));
        let cut = Excerpt::of("é".repeat(1_000));
        assert_eq!(cut.as_str(), format!("{}…", "é".repeat(CHARACTERS_MAX)));
        assert_eq!(Excerpt::of(cut.as_str()), cut, "an excerpt of an excerpt is the same");
        assert_eq!(Excerpt::of("é".repeat(CHARACTERS_MAX)).as_str(), "é".repeat(CHARACTERS_MAX));
    }
}
