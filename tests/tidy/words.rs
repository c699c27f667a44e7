//! Words that must not occur in the source.

use crate::sources::{Source, below, code, none};

/// Marks of unfinished work, which belong in issues. The words are split, so that this file passes its own
/// test.
const UNDONE: [&str; 5] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
    concat!("unimplemented", "!("),
    concat!("todo", "!("),
];

/// What tests must not do: be ignored, or sleep.
const NOT_IN_TESTS: [&str; 3] =
    [concat!("#[ign", "ore"), concat!("thread::sl", "eep("), concat!("time::sl", "eep(")];

/// Functions whose last digit depends on the machine: the server and the browser would draw other pictures.
const INEXACT: [&str; 9] =
    [".hypot(", ".sin(", ".cos(", ".sin_cos(", ".tan(", ".atan2(", ".exp(", ".ln(", ".powf("];

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
fn no_unfinished_work_is_marked() {
    let mut files = code();
    files.extend(below("tests", ".rs"));
    files.extend(below("migrations", ".sql"));
    none("left for later", &holding(&files, &UNDONE));
}

#[test]
fn migrations_go_forward_only() {
    let back = below("migrations", "").into_iter().map(|source| source.path);
    // An index that is built while servers run needs a migration without a transaction, as its metadata say.
    let known = |path: &String| path.ends_with("/up.sql") || path.ends_with("/metadata.toml");
    none("more than an up.sql", &back.filter(|path| !known(path)).collect::<Vec<_>>());
}

#[test]
fn tests_neither_sleep_nor_are_ignored() {
    none("sleeping or ignored", &holding(&below("tests", ".rs"), &NOT_IN_TESTS));
}

#[test]
fn a_picture_is_the_same_on_every_machine() {
    let files: Vec<Source> = ["src/picture", "src/engine", "src/exported", "packages/browser"]
        .into_iter()
        .flat_map(|room| below(room, ".rs"))
        .collect();
    assert!(files.len() > 100, "{} files", files.len());
    none("inexact", &holding(&files, &INEXACT));
}

#[test]
fn identifiers_use_american_spelling() {
    let mut files = code();
    files.extend(below("tests", ".rs"));
    none("the other spelling", &holding(&files, &[concat!("colo", "ur"), concat!("Colo", "ur")]));
}

/// The contract says `cancelled`, so the code says it too.
#[test]
fn cancelled_has_one_spelling() {
    let mut files = code();
    files.extend(below("tests", ".rs"));
    files.extend(below("docs", ".md"));
    none("the other spelling", &holding(&files, &[concat!("cance", "led"), concat!("Cance", "led")]));
}

/// Comments are as wide as `rustfmt.toml` lets the code be; tables and code in comments may be wider.
const WIDTH: usize = 110;

#[test]
fn comments_are_as_narrow_as_the_code() {
    let mut files = code();
    files.extend(below("tests", ".rs"));
    let mut wide = Vec::new();
    for source in &files {
        let mut in_code = false;
        for (index, line) in source.text.lines().enumerate() {
            let Some(text) = comment(line) else {
                in_code = false;
                continue;
            };
            if text.starts_with("```") {
                in_code = !in_code;
            }
            if !in_code && !text.starts_with('|') && line.chars().count() > WIDTH {
                wide.push(format!("{}:{}", source.path, index + 1));
            }
        }
    }
    none("comments that are too wide", &wide);
}

/// The text of a line that is only a comment.
fn comment(line: &str) -> Option<&str> {
    let text = line.trim_start();
    let text = ["///", "//!", "//"].iter().find_map(|mark| text.strip_prefix(mark))?;
    Some(text.trim_start())
}
