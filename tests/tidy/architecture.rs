//! ARCHITECTURE.md and the first lines of files name tests and files that exist.

use std::fs;
use std::path::Path;

use crate::crates::{PACKAGES, name};
use crate::sources::{below, none};

const TEXT: &str = include_str!("../../ARCHITECTURE.md");

/// Folders of the root that paths may begin with; all others are below `src`.
const OF_THE_ROOT: [&str; 8] =
    ["tests", "tools", "packages", "docs", "migrations", "openapi", "web", "examples"];

fn section(heading: &str) -> &'static str {
    let (_, rest) = TEXT.split_once(&format!("\n## {heading}\n")).expect("the section exists");
    rest.split("\n## ").next().unwrap_or_default()
}

/// Returns what stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn the_picture_has_every_package() {
    let section = section("The packages");
    let picture = section.split("```").nth(1).expect("a picture");
    let words: Vec<&str> = picture.split(|letter: char| !letter.is_alphanumeric()).collect();
    let missing = PACKAGES.map(name).into_iter().filter(|package| !words.contains(package));
    none("packages that the picture lacks", &missing.map(str::to_owned).collect::<Vec<_>>());
}

#[test]
fn every_invariant_names_a_test_that_exists() {
    let rows: Vec<&str> =
        section("Invariants").lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert!((1..=20).contains(&rows.len()), "{} invariants", rows.len());
    let mut wrong = Vec::new();
    for row in rows {
        let tests: Vec<(&str, &str)> = quoted(row).filter_map(|name| name.split_once("::")).collect();
        let is_there = |(path, name): &(&str, &str)| {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
            fs::read_to_string(file).is_ok_and(|text| text.contains(&format!("fn {name}(")))
        };
        if tests.is_empty() || !tests.iter().all(is_there) {
            wrong.push(row.to_owned());
        }
    }
    none("invariants without a test", &wrong);
}

#[test]
fn every_place_to_start_exists() {
    let paths = quoted(section("Where to start")).filter(|path| path.contains('/') && !path.starts_with('/'));
    let is_there = |path: &str| match path.split('/').next() {
        Some(first) if OF_THE_ROOT.contains(&first) => is_in("", path),
        _ => is_in("src", path),
    };
    none(
        "places that do not exist",
        &paths.filter(|path| !is_there(path)).map(str::to_owned).collect::<Vec<_>>(),
    );
}

#[test]
fn every_path_that_is_named_exists() {
    let files = ["src", "tests", "tools", "packages"]
        .into_iter()
        .flat_map(|folder| below(folder, ".rs"))
        .collect::<Vec<_>>();
    let ends_with =
        |path: &str| files.iter().any(|file| format!("/{}", file.path).ends_with(&format!("/{path}")));
    let of_the_page =
        quoted(TEXT).map(|path| path.split("::").next().unwrap_or_default()).filter(|path| is_path(path));
    let gone = of_the_page
        .filter(|path| *path != "mod.rs" && !is_in("src", path) && !is_in("", path) && !ends_with(path));
    let mut wrong: Vec<String> = gone.map(|path| format!("ARCHITECTURE.md: {path}")).collect();
    for file in &files {
        let docs =
            file.text.lines().filter_map(|line| line.strip_prefix("//!")).collect::<Vec<_>>().join(" ");
        let own = Path::new(file.path.trim_end_matches(".rs"));
        let is_near = |path: &str| own.ancestors().any(|folder| is_in(&folder.to_string_lossy(), path));
        let gone = quoted(&docs).filter(|path| is_path(path) && *path != "mod.rs" && !is_near(path));
        wrong.extend(gone.map(|path| format!("{}: {path}", file.path)));
    }
    none("paths that do not exist", &wrong);
}

/// Returns whether a folder of the repository has this path, of a file with or without its ending.
fn is_in(folder: &str, path: &str) -> bool {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(path.trim_end_matches('/'));
    path.exists() || path.with_extension("rs").exists()
}

/// Returns whether a word is the path of a file or a folder of the repository.
fn is_path(word: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./".contains(letter);
    let ends = [".rs", ".md", ".sql", ".py", ".txt"].iter().any(|ending| word.ends_with(ending));
    let first = word.split('/').next().unwrap_or_default();
    let is_folder = word.contains('/') && (word.ends_with('/') || is_in("src", first) || is_in("", first));
    !word.starts_with('/') && word.chars().all(is_plain) && (ends || is_folder)
}
