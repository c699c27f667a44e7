//! Words that have no place here.

use crate::sources::{Source, below, none};

/// What is to be done is done, or stands in an issue. Written in halves, so that this file passes.
const UNDONE: [&str; 5] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
    concat!("unimplemented", "!("),
    concat!("todo", "!("),
];

/// What a test does not do: be left out, or wait for time to pass.
const NOT_IN_TESTS: [&str; 3] =
    [concat!("#[ign", "ore"), concat!("thread::sl", "eep("), concat!("time::sl", "eep(")];

fn holding(files: &[Source], words: &[&str]) -> Vec<String> {
    let lines = files.iter().flat_map(|source| {
        source.text.lines().enumerate().map(|(index, line)| (format!("{}:{}", source.path, index + 1), line))
    });
    lines
        .filter(|(_, line)| words.iter().any(|word| line.contains(word)))
        .map(|(place, line)| format!("{place}: {}", line.trim()))
        .collect()
}

#[test]
fn nothing_is_left_for_later() {
    let mut files = below("src", ".rs");
    files.extend(below("tests", ".rs"));
    files.extend(below("migrations", ".sql"));
    none("left for later", &holding(&files, &UNDONE));
}

#[test]
fn tests_neither_sleep_nor_are_ignored() {
    none("sleeping or ignored", &holding(&below("tests", ".rs"), &NOT_IN_TESTS));
}

#[test]
fn identifiers_say_color() {
    let mut files = below("src", ".rs");
    files.extend(below("tests", ".rs"));
    none("the other spelling", &holding(&files, &[concat!("colo", "ur"), concat!("Colo", "ur")]));
}
