//! The rule for texts that a person shows to others: labels, names, reasons.
//!
//! It knows characters (Unicode). It knows no fields and no bounds. All texts have one line.

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::props::{
    CanonicalCombiningClass, DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup,
    VariationSelector,
};
use icu_properties::{CodePointMapData, CodePointSetData};

/// Joins its neighbors without changing them: for emoji, and letters of Indic scripts.
const ZERO_WIDTH_JOINER: char = '\u{200d}';
/// Separates letters that would otherwise be joined, as in Persian.
const ZERO_WIDTH_NON_JOINER: char = '\u{200c}';
/// Looks like a space, but is a symbol in Unicode.
const BRAILLE_BLANK: char = '\u{2800}';

/// What is wrong with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TextFault {
    /// It has a forbidden character: invisible, of private use, or not assigned.
    #[error("must not contain the character U+{:04X}", u32::from(*.0))]
    Forbidden(char),
    /// It has a joiner or a selector that changes no visible character.
    #[error("must not contain the character U+{:04X} here, because it changes no visible character", u32::from(*.0))]
    Idle(char),
    /// It shows nothing.
    #[error("must not be blank")]
    Blank,
}

/// Returns the text in its stored form: composed (NFC) and without spaces at its ends.
pub fn normal(text: &str) -> String {
    let is_space = |letter: char| category(letter) == GeneralCategory::SpaceSeparator;
    ComposingNormalizerBorrowed::new_nfc().normalize(text.trim_matches(is_space)).into_owned()
}

/// Returns the text in its stored form. An empty text is valid here: the bounds of its length decide.
pub fn read(text: &str) -> Result<String, TextFault> {
    let normal = normal(text);
    match fault(&normal) {
        Some(fault) => Err(fault),
        None if normal.is_empty() && !text.is_empty() => Err(TextFault::Blank),
        None => Ok(normal),
    }
}

/// Returns the text with a space for each forbidden character.
pub fn shown(text: &str) -> String {
    judged(text).map(|(letter, fault)| if fault.is_some() { ' ' } else { letter }).collect()
}

/// Returns the first fault of a normal text.
fn fault(text: &str) -> Option<TextFault> {
    let is_blank = !text.is_empty() && !text.chars().any(shows);
    judged(text).find_map(|(_, fault)| fault).or(is_blank.then_some(TextFault::Blank))
}

/// Returns the characters of a text, each with its fault.
fn judged(text: &str) -> impl Iterator<Item = (char, Option<TextFault>)> {
    let mut before = None;
    let mut letters = text.chars().peekable();
    std::iter::from_fn(move || {
        let letter = letters.next()?;
        let kind = CharacterKind::of(letter);
        let fits = match kind {
            CharacterKind::Visible | CharacterKind::Forbidden => true,
            CharacterKind::Joiner => {
                is_virama(before) || is_joined(before) && is_joined(letters.peek().copied())
            }
            CharacterKind::Selector => is_joined(before) || is_key(before),
        };
        // A joiner can follow the selector of an emoji. Nothing else ignores a selector.
        if kind != CharacterKind::Selector || letters.peek() != Some(&ZERO_WIDTH_JOINER) {
            before = Some(letter);
        }
        let idle = (!fits).then_some(TextFault::Idle(letter));
        let forbidden = kind == CharacterKind::Forbidden;
        Some((letter, if forbidden { Some(TextFault::Forbidden(letter)) } else { idle }))
    })
}

/// The role of a character in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CharacterKind {
    /// It may be anywhere. Spaces are visible, because they separate visible characters.
    Visible,
    /// It joins or separates its neighbors.
    Joiner,
    /// It selects a variant of the character before it.
    Selector,
    Forbidden,
}

impl CharacterKind {
    fn of(letter: char) -> CharacterKind {
        match letter {
            ' '..='~' => CharacterKind::Visible,
            ZERO_WIDTH_JOINER | ZERO_WIDTH_NON_JOINER => CharacterKind::Joiner,
            _ if CodePointSetData::new::<VariationSelector>().contains(letter) => CharacterKind::Selector,
            _ if CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(letter) => {
                CharacterKind::Forbidden
            }
            _ if is_forbidden(category(letter)) => CharacterKind::Forbidden,
            _ => CharacterKind::Visible,
        }
    }
}

fn category(letter: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(letter)
}

fn is_forbidden(category: GeneralCategory) -> bool {
    use GeneralCategory as Is;
    matches!(
        category,
        Is::Control
            | Is::Format
            | Is::PrivateUse
            | Is::Unassigned
            | Is::LineSeparator
            | Is::ParagraphSeparator
    )
}

/// Whether the character accepts joiners and selectors: a visible one that is not ASCII.
fn is_joined(letter: Option<char>) -> bool {
    letter.is_some_and(|letter| {
        !letter.is_ascii()
            && CharacterKind::of(letter) == CharacterKind::Visible
            && category(letter) != GeneralCategory::SpaceSeparator
            && letter != BRAILLE_BLANK
    })
}

/// Whether this character removes the vowel of an Indic letter, so that a joiner after it changes the shape.
fn is_virama(letter: Option<char>) -> bool {
    let class = |letter| CodePointMapData::<CanonicalCombiningClass>::new().get(letter);
    letter.is_some_and(|letter| class(letter) == CanonicalCombiningClass::Virama)
}

/// Whether the character begins the emoji of a key, such as `1` before U+FE0F and U+20E3.
fn is_key(letter: Option<char>) -> bool {
    matches!(letter, Some('0'..='9' | '#' | '*'))
}

/// Whether the character is visible by itself.
fn shows(letter: char) -> bool {
    let shown = GeneralCategoryGroup::Letter
        .union(GeneralCategoryGroup::Number)
        .union(GeneralCategoryGroup::Punctuation)
        .union(GeneralCategoryGroup::Symbol);
    letter != BRAILLE_BLANK && shown.contains(category(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_all_scripts_are_accepted() {
        for good in [
            "Spring Cup, table 3",
            "a<b>&\"c\"",
            "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}",
            "\u{2764}\u{fe0f}\u{200d}\u{1f525}",
            "\u{1f9d1}\u{1f3fd}\u{200d}\u{1f680}",
            "1\u{fe0f}\u{20e3}",
            "\u{1f1e7}\u{1f1e9}",
            "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}",
            "\u{915}\u{94d}\u{200d}\u{937}",
            "\u{d05}\u{d35}\u{d28}\u{d4d}\u{200d} \u{d12}",
            "\u{9a4}\u{9cd}\u{200d}",
            "\u{9ac}\u{9be}\u{982}\u{9b2}\u{9be} \u{9b0}\u{9a1}\u{9bc}",
            "\u{5e9}\u{5dc}\u{5d5}\u{5dd}",
            "\u{845b}\u{e0100}",
            "\u{3000}\u{56f2}\u{7881}\u{3000}\u{5927}\u{4f1a}",
            "e\u{301}\u{323}",
            "",
        ] {
            assert_eq!(fault(&normal(good)), None, "{good:?}");
        }
    }

    #[test]
    fn characters_that_nobody_sees_are_refused() {
        for (bad, letter) in [
            ("a\u{202e}b", '\u{202e}'),
            ("\u{2066}a\u{2069}", '\u{2066}'),
            ("a\u{200f}", '\u{200f}'),
            ("a\u{61c}", '\u{61c}'),
            ("a\u{200b}b", '\u{200b}'),
            ("\u{feff}a", '\u{feff}'),
            ("a\u{ad}b", '\u{ad}'),
            ("a\u{34f}b", '\u{34f}'),
            ("\u{115f}", '\u{115f}'),
            ("a\u{3164}", '\u{3164}'),
            ("\u{ffa0}", '\u{ffa0}'),
            ("\u{17b4}", '\u{17b4}'),
            ("a\nb", '\n'),
            ("a\n", '\n'),
            ("\ta", '\t'),
            ("a\u{7f}", '\u{7f}'),
            ("a\u{85}", '\u{85}'),
            ("a\u{2028}b", '\u{2028}'),
            ("a\u{2029}", '\u{2029}'),
            ("a\u{e000}", '\u{e000}'),
            ("a\u{10fffd}", '\u{10fffd}'),
            ("a\u{ffff}", '\u{ffff}'),
            ("a\u{378}", '\u{378}'),
            ("\u{1f3f4}\u{e0067}\u{e007f}", '\u{e0067}'),
            ("a\u{fff9}b", '\u{fff9}'),
        ] {
            assert_eq!(fault(&normal(bad)), Some(TextFault::Forbidden(letter)), "{bad:?}");
        }
        assert_eq!(TextFault::Forbidden('\u{202e}').to_string(), "must not contain the character U+202E");
    }

    #[test]
    fn a_joiner_or_selector_that_changes_nothing_is_refused() {
        for (bad, letter) in [
            ("a\u{200d}b", '\u{200d}'),
            ("a\u{200c}", '\u{200c}'),
            ("\u{200d}\u{1f469}", '\u{200d}'),
            ("\u{1f469}\u{200d}", '\u{200d}'),
            ("\u{1f469}\u{200d}\u{200d}\u{1f466}", '\u{200d}'),
            ("\u{1f469}\u{200d} \u{1f466}", '\u{200d}'),
            ("\u{1f469}\u{200d}a", '\u{200d}'),
            ("\u{2800}\u{200d}\u{2800}", '\u{200d}'),
            ("a\u{fe0f}", '\u{fe0f}'),
            ("\u{fe0f}", '\u{fe0f}'),
            ("\u{2764}\u{fe0f}\u{fe0f}", '\u{fe0f}'),
            ("\u{212a}\u{200d}\u{1f466}", '\u{200d}'),
        ] {
            assert_eq!(fault(&normal(bad)), Some(TextFault::Idle(letter)), "{bad:?}");
        }
    }

    #[test]
    fn a_text_that_shows_nothing_is_blank() {
        for bad in ["\u{2800}", "\u{2800} \u{2800}", "\u{301}", "\u{20dd}"] {
            assert_eq!(fault(&normal(bad)), Some(TextFault::Blank), "{bad:?}");
        }
        for empty in ["", "  ", "\u{a0}\u{3000}\u{2003}"] {
            assert_eq!(normal(empty), "", "{empty:?}");
        }
    }

    #[test]
    fn a_normal_text_is_composed_and_trimmed_once_and_for_all() {
        assert_eq!(normal(" \u{a0}Cafe\u{301}  au lait "), "Caf\u{e9}  au lait");
        assert_eq!(normal("\u{9a1}\u{9bc} \u{958}"), "\u{9a1}\u{9bc} \u{915}\u{93c}");
        for text in ["\u{2000}e\u{301}", "\u{1fef}\u{37e}", "\u{212b}", "\u{ac00}\u{11a8}"] {
            let once = normal(text);
            assert_eq!(normal(&once), once, "{text:?}");
        }
    }
}
