//! Which libraries a package lists: the rules need very few, and nobody lists one that they do not use.

use std::fs;
use std::path::Path;

use crate::sources::{Source, below, none};

/// The libraries of the rules: names of values, hashes for the deal, and error types.
const IN_THE_ENGINE: [&str; 4] = ["lapidary_words", "hmac", "sha2", "thiserror"];

/// The libraries of ratings, pairings and standings: names of values, exponentials that are equal everywhere,
/// hashes for lots, and error types; in a build where responses show them, JSON and its schemas.
const IN_CONTEST: [&str; 6] = ["lapidary_words", "libm", "sha2", "serde", "thiserror", "utoipa"];

/// The libraries of pictures: the rules, names of values, markup, and for those who want PNG a library that
/// draws SVG.
const IN_PICTURE: [&str; 4] = ["lapidary_engine", "lapidary_words", "maud", "resvg"];

/// The libraries of the built-in opponents: names of values, the rules, random numbers, and error types.
const IN_OPPONENTS: [&str; 4] = ["lapidary_words", "lapidary_engine", "fastrand", "thiserror"];

/// The folders of the packages; the program has the rest of `src`.
pub const PACKAGES: [&str; 20] = [
    "src/words",
    "src/operation",
    "src/engine",
    "src/contest",
    "src/exported",
    "packages/position",
    "src/picture",
    "packages/browser",
    "packages/wasm",
    "src/opponents",
    "src/analysis",
    "src/model",
    "src/database",
    "src/schema",
    "src/store",
    "src/service",
    "src/api",
    "tools/bench",
    "tools/simulation",
    "tools/train",
];

/// Returns the folder of the package that a file belongs to, if it is not of the program.
pub fn package(path: &str) -> Option<&'static str> {
    let holds = |folder: &&str| path.strip_prefix(*folder).is_some_and(|rest| rest.starts_with('/'));
    PACKAGES.into_iter().find(holds)
}

/// Returns the name of the package in a folder.
pub fn name(folder: &str) -> &str {
    folder.rsplit('/').next().unwrap_or_default()
}

fn manifest_at(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Returns the folders that commands at the root are for.
pub fn default_members() -> Vec<String> {
    let manifest = manifest_at("Cargo.toml");
    let (_, rest) = manifest.split_once("\ndefault-members = [").expect("there are default members");
    let list = rest.split(']').next().unwrap_or_default();
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Returns every library of a manifest, spelled as in the code.
pub fn libraries(manifest: &str) -> Vec<String> {
    let manifest = manifest_at(manifest);
    let (_, rest) = manifest.split_once("\n[dependencies]\n").expect("there are dependencies");
    let lines = rest.split("\n[").next().unwrap_or_default().lines().map(str::to_owned);
    lines
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| Some(line.split_once(" = ")?.0.trim_end_matches(".workspace").replace('-', "_")))
        .collect()
}

/// Whether code outside comments, strings and unit tests uses the library.
fn names(text: &str, library: &str) -> bool {
    let served = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    served.lines().filter(|line| !line.trim_start().starts_with("//")).any(|line| {
        let mut places = line.match_indices(library);
        places.any(|(start, _)| {
            let before = line[..start].chars().next_back();
            let after = &line[start + library.len()..];
            let is_named = line.contains("use ") || line.contains("extern crate ");
            let is_path = after.starts_with("::") || (after.starts_with([';', ' ']) && is_named);
            is_path && before.is_none_or(|letter| !letter.is_alphanumeric() && !"_:\"".contains(letter))
        })
    })
}

/// Returns the libraries that a package lists and does not name.
fn unused(manifest: &str, sources: &[Source], package_of: Option<&str>) -> Vec<String> {
    let own: Vec<&Source> = sources.iter().filter(|source| package(&source.path) == package_of).collect();
    let unused =
        libraries(manifest).into_iter().filter(|library| !own.iter().any(|it| names(&it.text, library)));
    unused.map(|library| format!("{manifest} lists {library}")).collect()
}

#[test]
fn the_engine_uses_only_hashes_and_error_types() {
    assert_eq!(libraries("src/engine/Cargo.toml"), IN_THE_ENGINE);
}

#[test]
fn ratings_and_pictures_use_only_what_they_need() {
    assert_eq!(libraries("src/contest/Cargo.toml"), IN_CONTEST);
    assert_eq!(libraries("src/picture/Cargo.toml"), IN_PICTURE);
}

#[test]
fn opponents_use_only_the_rules_random_numbers_and_error_types() {
    assert_eq!(libraries("src/opponents/Cargo.toml"), IN_OPPONENTS);
}

#[test]
fn every_package_names_the_libraries_that_it_lists() {
    let mut wrong = unused("Cargo.toml", &below("src", ".rs"), None);
    for package in PACKAGES {
        wrong.extend(unused(&format!("{package}/Cargo.toml"), &below(package, ".rs"), Some(package)));
    }
    none("libraries that nothing names", &wrong);
}

/// Whether a comment has a block of code that would be a test: the fence that opens it names none of the
/// languages of other blocks.
fn has_example(text: &str) -> bool {
    let comments = text.lines().map(str::trim_start).filter(|line| line.starts_with("//"));
    let mut fences = comments.filter_map(|line| line.trim_start_matches(['/', '!', ' ']).strip_prefix("```"));
    while let Some(language) = fences.next() {
        if !matches!(language, "json" | "text" | "sh" | "sql") {
            return true;
        }
        fences.next();
    }
    false
}

#[test]
fn no_test_is_where_none_runs() {
    let mut lost = Vec::new();
    for package in PACKAGES {
        let manifest = manifest_at(&format!("{package}/Cargo.toml"));
        let (no_tests, no_examples) =
            (manifest.contains("\ntest = false"), manifest.contains("\ndoctest = false"));
        let is_lost = |source: &Source| {
            no_tests && source.text.contains("#[cfg(test)]") || no_examples && has_example(&source.text)
        };
        lost.extend(below(package, ".rs").into_iter().filter(is_lost).map(|source| source.path));
    }
    none("tests that do not run, because Cargo.toml says so", &lost);
}

#[test]
fn examples_are_blocks_of_rust() {
    for opened in ["/// ```", "//! ```rust", "/// ```should_panic", "//! ```json\n//! ```\n//! ```no_run"] {
        assert!(has_example(opened), "{opened}");
    }
    assert!(!has_example("//! ```json\n//! {}\n//! ```\n"));
    assert!(!has_example("let fence = \"```\";"));
}

#[test]
fn strings_comments_and_longer_names_are_not_libraries() {
    assert!(names("use diesel::prelude::*;", "diesel"));
    assert!(names("    let it: Option<diesel::QueryResult<()>> = None;", "diesel"));
    assert!(names("use argon2;", "argon2"));
    for other in [
        "// diesel::table",
        "\"diesel::pg\"",
        "crate::diesel::x",
        "diesel_async::x",
        "#[cfg(test)]\nmod tests {\nuse diesel::x;",
    ] {
        assert!(!names(other, "diesel"), "{other}");
    }
}
