//! The numbers of the rules, each of which some test cites.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::sources::{below, none};

/// The rules by the letter of their system: Splendor, every system's turn, Orient, Strongholds, Trading Posts, Cities,
/// Splendor Kids.
const RULES: [(char, RangeInclusive<u8>); 7] =
    [('B', 1..=20), ('T', 1..=2), ('O', 1..=13), ('S', 1..=8), ('P', 0..=5), ('C', 1..=3), ('K', 1..=15)];

#[test]
fn every_rule_is_cited_by_a_test() {
    let mut cited = BTreeSet::new();
    for source in below("tests", "").into_iter().filter(|source| !source.path.starts_with("tests/tidy")) {
        cited.extend(words(&source.text));
    }
    for source in below("src", ".rs") {
        cited.extend(source.text.split_once("#[cfg(test)]").into_iter().flat_map(|(_, tests)| words(tests)));
    }
    let rules = RULES
        .into_iter()
        .flat_map(|(letter, numbers)| numbers.map(move |number| format!("{letter}{number}")));
    let missing = rules.filter(|rule| !cited.contains(rule));
    none("rules without a test", &missing.collect::<Vec<_>>());
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.filter(|word| (2..=3).contains(&word.len())).map(str::to_owned).collect()
}
