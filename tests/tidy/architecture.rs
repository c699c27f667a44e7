//! ARCHITECTURE.md names tests and files that exist.

use std::fs;
use std::path::Path;

use crate::crates::{PACKAGES, name};
use crate::sources::none;

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
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let paths = quoted(section("Where to start")).filter(|path| path.contains('/') && !path.starts_with('/'));
    let gone = paths.filter(|path| {
        let first = path.split('/').next().unwrap_or_default();
        let base = if OF_THE_ROOT.contains(&first) { root.to_owned() } else { root.join("src") };
        !base.join(path).exists()
    });
    none("places that do not exist", &gone.map(str::to_owned).collect::<Vec<_>>());
}
