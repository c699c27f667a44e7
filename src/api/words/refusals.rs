//! The texts of refusals in every language.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::Code;
use lapidary_picture::{Language, Translations, translations};

/// Returns the titles of all codes.
fn titles() -> &'static Translations {
    static TITLES: LazyLock<Translations> = LazyLock::new(|| Translations::read(include_str!("titles.txt")));
    &TITLES
}

/// Returns the title of a code in a language, if it has one.
pub fn title(code: Code, language: Language) -> Option<&'static str> {
    titles().get(code.name(), language)
}

/// Returns the translation of a fixed text about a refusal: a reason why the rules forbid an action. Texts
/// with sent values exist only in English.
pub fn detail(english: &str, language: Language) -> Option<&'static str> {
    static KEYS: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
        let texts = translations().in_language(Language::English);
        texts.filter(|(key, _)| key.contains("reason.")).map(|(key, text)| (text, key)).collect()
    });
    translations().get(KEYS.get(english)?, language)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::code::CodeRow;
    use crate::problems::reason;

    #[test]
    fn every_code_has_a_title_in_every_language() {
        for code in Code::ALL {
            assert_eq!(title(code, Language::English), Some(CodeRow::of(code).title), "{}", code.name());
            for language in [Language::German, Language::French, Language::Spanish] {
                let text = title(code, language).unwrap_or_default();
                assert!(!text.is_empty() && text != CodeRow::of(code).title, "{}: {text}", code.name());
            }
        }
        assert_eq!(titles().keys().count(), Code::ALL.len());
    }

    #[test]
    fn every_reason_is_there_in_every_language_with_the_text_of_the_engine() {
        for (prefix, texts) in [("splendor", reason::splendor_texts()), ("kids", reason::kids_texts())] {
            for (name, text) in texts {
                let key = format!("{prefix}.reason.{name}");
                assert_eq!(translations().get(&key, Language::English), Some(text.as_str()), "{key}");
                assert!(detail(&text, Language::German).is_some_and(|german| german != text), "{key}");
            }
        }
    }
}
