//! When two names are the same, and which words find a name. This one rule serves guests, teams, series and
//! searches in every database.
//!
//! Names are compared by Unicode's compatibility caseless matching (3.13, D146). It ignores case, the width
//! of letters and the encoding of accents. Accents and scripts stay different.

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Ideographic};
use icu_properties::{CodePointMapData, CodePointSetData};

/// The dotless letter of Turkish. Its capital is that of `i`, but case folding keeps the small ones apart.
const DOTLESS_I: char = 'ı';

/// Returns the common form of all spellings of a name. Use it for comparing, not for showing.
pub fn caseless(name: &str) -> String {
    let normalizer = ComposingNormalizerBorrowed::new_nfkc();
    normalizer.normalize(&folded(&normalizer.normalize(name))).into_owned()
}

/// Folds the case of letters. The capital makes `ss` of `ß` and unites both forms of a small sigma. `ẞ` has
/// no other capital than itself, so this goes down, up and down again.
fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match letter {
            DOTLESS_I => folded.push(letter),
            _ => folded.extend(letter.to_uppercase().flat_map(char::to_lowercase)),
        }
    }
    folded
}

/// Returns the words of a text for a search, in the form for comparing: letters and digits with their marks.
/// Anything else separates words. An ideograph is a separate word, because Chinese and Japanese have no
/// spaces.
pub fn words(text: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    for letter in caseless(text).chars() {
        let is_ideograph = CodePointSetData::new::<Ideographic>().contains(letter);
        if is_ideograph || !is_of_word(letter) {
            words.push(std::mem::take(&mut word));
        }
        if is_ideograph {
            words.push(letter.to_string());
        } else if is_of_word(letter) {
            word.push(letter);
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

fn is_of_word(letter: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(letter);
    letter.is_alphanumeric() || GeneralCategoryGroup::Mark.contains(category)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// Groups of names: names of one group are the same, all others differ. Examples in Python use them too.
    const SAME_NAMES: &str = include_str!("../../examples/same_names.json");

    #[test]
    fn names_are_the_same_exactly_within_their_group() {
        let groups: Value = serde_json::from_str(SAME_NAMES).expect("JSON");
        let names = groups.as_array().expect("groups").iter().enumerate().flat_map(|(group, names)| {
            let names = names.as_array().expect("names").iter();
            names.map(move |name| (group, name.as_str().expect("a name")))
        });
        let names: Vec<(usize, &str)> = names.collect();
        for (group, name) in &names {
            for (other_group, other) in &names {
                assert_eq!(caseless(name) == caseless(other), group == other_group, "{name} and {other}");
            }
        }
    }

    #[test]
    fn the_shared_form_is_one_of_its_spellings() {
        // Beyond them are only ideographs.
        for letter in (0..0x2_0000).filter_map(char::from_u32) {
            let once = caseless(&letter.to_string());
            assert_eq!(caseless(&once), once, "U+{:04X}", u32::from(letter));
        }
    }

    #[test]
    fn a_name_is_found_by_words_of_any_script() {
        for (text, expected) in [
            ("Friday Swiss, No. 7", vec!["friday", "swiss", "no", "7"]),
            ("Émeraude d'été", vec!["émeraude", "d", "été"]),
            ("Кубок ПЯТНИЦЫ", vec!["кубок", "пятницы"]),
            ("春季大会2026", vec!["春", "季", "大", "会", "2026"]),
            ("ＦＲＩＤＡＹ①", vec!["friday1"]),
            ("हिन्दी कप", vec!["हिन्दी", "कप"]),
            ("토요일 리그", vec!["토요일", "리그"]),
            ("100% & (!)", vec!["100"]),
            ("👑", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }
}
