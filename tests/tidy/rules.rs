//! The numbers of the rules: every rule is cited by a test.

use std::collections::BTreeSet;

use crate::sources::{below, none};

/// The rules with their numbers.
const RULES: &str = include_str!("../../docs/rules.md");

#[test]
fn every_rule_is_cited_by_a_test() {
    let mut cited = BTreeSet::new();
    for source in below("tests", "").into_iter().filter(|source| !source.path.starts_with("tests/tidy")) {
        cited.extend(words(&source.text));
    }
    for source in below("src", ".rs") {
        cited.extend(source.text.split_once("#[cfg(test)]").into_iter().flat_map(|(_, tests)| words(tests)));
    }
    let rules: Vec<&str> =
        RULES.lines().filter_map(|line| line.strip_prefix("- **")?.split("**").next()).collect();
    assert!(rules.starts_with(&["B1", "B2"]) && rules.ends_with(&["K15"]), "{rules:?}");
    let missing = rules.into_iter().filter(|&rule| !cited.contains(rule)).map(str::to_owned);
    none("rules without a test", &missing.collect::<Vec<_>>());
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.filter(|word| (2..=3).contains(&word.len())).map(str::to_owned).collect()
}
