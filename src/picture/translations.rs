//! Texts in every language, each with a key. One row has all languages, so none can lack a text.
//!
//! This module knows the form of the table. It does not know what the texts describe.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use lapidary_words::words;

words! {
    /// The language of the texts in a picture.
    #[derive(Default)]
    Language:
    /// English.
    #[default]
    English = "en",
    /// German.
    German = "de",
    /// French.
    French = "fr",
    /// Spanish.
    Spanish = "es",
}

impl Language {
    /// Returns whether this number takes the singular.
    pub(crate) const fn is_one(self, count: u32) -> bool {
        match self {
            Language::English | Language::German | Language::Spanish => count == 1,
            Language::French => count <= 1,
        }
    }

    /// Returns the language with this code (ISO 639-1), ignoring case.
    pub fn with_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.name().eq_ignore_ascii_case(code))
    }
}

/// A table of texts: rows of a key and a text for each language, in the order of [`Language::ALL`], separated
/// by ` | `. Ignores empty lines and lines that begin with `#`.
pub struct Translations(BTreeMap<&'static str, [&'static str; Language::ALL.len()]>);

impl Translations {
    /// Reads a table. Skips rows of any other form, as [`keys`](Self::keys) shows.
    pub fn read(table: &'static str) -> Translations {
        let rows = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let row = |line: &'static str| {
            let (key, texts) = line.split_once(" | ")?;
            let texts: Vec<&str> = texts.split(" | ").collect();
            Some((key, texts.try_into().ok()?))
        };
        Translations(rows.filter_map(row).collect())
    }

    /// Returns the text under this key.
    pub fn get(&self, key: &str, language: Language) -> Option<&'static str> {
        self.0.get(key).map(|texts| texts[language as usize])
    }

    /// Returns all keys with their texts in this language, ordered by key.
    pub fn in_language(&self, language: Language) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.0.iter().map(move |(key, texts)| (*key, texts[language as usize]))
    }

    /// Returns all keys in their order.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }
}

const TABLE: &str = include_str!("words.txt");

/// Returns the words of pictures, and of what apps say about a game.
pub fn translations() -> &'static Translations {
    static TRANSLATIONS: LazyLock<Translations> = LazyLock::new(|| Translations::read(TABLE));
    &TRANSLATIONS
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that are really the same in two languages.
    fn may_be_equal(key: &str) -> bool {
        key.starts_with("word.")
            || key.starts_with("resources.")
            || key.starts_with("village.")
            || key.starts_with("module.")
    }

    /// The names in braces.
    fn places(text: &str) -> Vec<&str> {
        let mut names: Vec<&str> =
            text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn every_row_has_one_key_and_a_text_in_every_language() {
        let rows: Vec<&str> =
            TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        assert_eq!(
            rows.len(),
            translations().keys().count(),
            "a row is misspelled or its key is there twice"
        );
        for row in rows {
            assert!(row.split(" | ").all(|text| !text.trim().is_empty() && text == text.trim()), "{row}");
        }
    }

    #[test]
    fn no_sentence_is_left_in_english_and_every_language_puts_in_the_same() {
        for key in translations().keys() {
            let [english, others @ ..] = translations().0[key];
            for text in others {
                assert_eq!(places(text), places(english), "{key}");
                assert!(text != english || may_be_equal(key) || !english.contains(' '), "{key}: {text}");
            }
        }
    }

    /// The maximum number of letters of a button, of a line of the log, and of a sentence.
    const BUTTON_LETTERS: usize = 26;
    const LINE_LETTERS: usize = 64;
    const SENTENCE_LETTERS: usize = 110;

    #[test]
    fn every_text_fits_where_it_is_shown() {
        for key in translations().keys() {
            let most = match key.split('.').find(|part| !["splendor", "kids"].contains(part)) {
                Some(
                    "action" | "color" | "resource" | "resources" | "module" | "village" | "post"
                    | "decision" | "word",
                ) => BUTTON_LETTERS,
                Some("effect" | "event" | "end") => LINE_LETTERS,
                _ => SENTENCE_LETTERS,
            };
            for text in translations().0[key] {
                assert!(text.chars().count() <= most, "{key}: {text}");
            }
        }
    }
}
