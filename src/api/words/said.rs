//! The texts of the pages for accounts in every language. Each is found by the English one.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::spoken::current_language;
use lapidary_picture::Language;

/// The texts of each row, in the order of [`Language::ALL`].
static ROWS: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let rows = include_str!("pages.txt").lines().map(|row| row.split(" | ").collect::<Vec<_>>());
    rows.filter_map(|texts| Some((*texts.first()?, texts))).collect()
});

/// Returns a text in the reader's language. The text itself if it has no translation.
pub fn said(english: &str) -> &str {
    let texts = ROWS.get(english);
    texts.and_then(|texts| texts.get(current_language() as usize)).copied().unwrap_or(english)
}

/// Returns the code of the language in which [`said`] says a text.
pub fn tongue(english: &str) -> &'static str {
    let language = if ROWS.contains_key(english) { current_language() } else { Language::default() };
    language.name()
}
