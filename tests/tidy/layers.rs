//! Which part of the program may import which: dependencies point in one direction.
//!
//! Between packages the manifests say it, within the program its imports.

use crate::crates::{PACKAGES, default_members, libraries, name, package};
use crate::sources::{below, none};

/// Every package, with the others that it may use. The API must not use the store: what both need
/// is in the model.
const MAY_USE: [(&str, &[&str]); 20] = [
    ("words", &[]),
    ("operation", &[]),
    ("engine", &["words"]),
    ("contest", &["words"]),
    ("exported", &["engine"]),
    ("position", &["exported", "engine"]),
    ("picture", &["engine", "words"]),
    ("browser", &["exported", "picture", "engine"]),
    ("wasm", &["position", "exported", "engine"]),
    ("opponents", &["engine", "words"]),
    ("analysis", &["opponents", "engine", "words"]),
    ("model", &["engine", "contest", "opponents", "words"]),
    ("database", &["model"]),
    ("schema", &[]),
    ("store", &["schema", "database", "model", "engine", "contest"]),
    ("service", &["store", "model", "engine", "contest", "opponents", "analysis", "words", "operation"]),
    ("api", &["service", "model", "engine", "contest", "analysis", "picture", "words", "operation"]),
    ("bench", &["api", "store", "database", "model", "engine"]),
    ("simulation", &["contest", "words"]),
    ("train", &["opponents", "engine"]),
];

/// Every part of the program, with the other parts that it may import.
const MAY_NAME: [(&str, &[&str]); 7] = [
    ("boards", &[]),
    ("maps", &["boards"]),
    ("telemetry", &[]),
    ("jobs", &[]),
    ("startup", &["jobs", "telemetry", "maps"]),
    ("cli", &["startup", "boards", "maps", "telemetry"]),
    ("main", &["cli"]),
];

/// Returns the part of the program that contains a source file.
fn part(path: &str) -> &str {
    path.trim_start_matches("src/").split(['/', '.']).next().unwrap_or_default()
}

#[test]
fn every_row_is_a_part_of_the_program() {
    let files = below("src", ".rs");
    let gone = MAY_NAME.iter().filter(|(name, _)| !files.iter().any(|source| part(&source.path) == *name));
    none("rows for parts that do not exist", &gone.map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>());
    assert_eq!(MAY_USE.map(|(name, _)| name), PACKAGES.map(name));
}

#[test]
fn packages_depend_in_one_direction() {
    let mut wrong = Vec::new();
    for (folder, (package, may_use)) in PACKAGES.into_iter().zip(MAY_USE) {
        let used = libraries(&format!("{folder}/Cargo.toml"));
        let used = used.iter().filter_map(|library| library.strip_prefix("lapidary_"));
        wrong
            .extend(used.filter(|name| !may_use.contains(name)).map(|name| format!("{package} uses {name}")));
    }
    none("packages against the direction", &wrong);
}

#[test]
fn a_build_of_the_server_compiles_only_what_is_in_src() {
    let (of_the_server, others): (Vec<&str>, Vec<&str>) =
        PACKAGES.into_iter().partition(|folder| folder.starts_with("src/"));
    let mut wrong = Vec::new();
    for folder in [&["."][..], &of_the_server].concat() {
        let used = libraries(&format!("{folder}/Cargo.toml"));
        let is_other =
            |library: &&String| others.iter().any(|it| **library == format!("lapidary_{}", name(it)));
        wrong.extend(used.iter().filter(is_other).map(|library| format!("{folder} uses {library}")));
    }
    none("packages of the server that need a tool or a package", &wrong);
    let image = include_str!("../../.dockerignore");
    let missing = others.iter().filter(|folder| !image.contains(&format!("\n!{folder}/Cargo.toml\n")));
    none("manifests that the image lacks", &missing.map(|folder| (*folder).to_owned()).collect::<Vec<_>>());
    let mut by_default: Vec<String> = default_members();
    by_default.sort_unstable();
    let mut expected = [&["."][..], &of_the_server].concat();
    expected.sort_unstable();
    assert_eq!(by_default, expected, "the default members are the server");
}

#[test]
fn dependencies_point_in_one_direction() {
    let mut wrong = Vec::new();
    for source in below("src", ".rs").into_iter().filter(|source| package(&source.path).is_none()) {
        let part = part(&source.path);
        if part == "lib" {
            continue;
        }
        let Some((_, may_name)) = MAY_NAME.iter().find(|(name, _)| *name == part) else {
            wrong.push(format!("{}: the part {part} has no row in MAY_NAME", source.path));
            continue;
        };
        let named = named_after(&source.text, &["crate::", "use lapidary::"]);
        let named = named.into_iter().filter(|name| name != part && !may_name.contains(&name.as_str()));
        wrong.extend(named.map(|name| format!("{} names {name}", source.path)));
    }
    none("imports against the direction", &wrong);
}

/// Returns what the code names right after one of the roots.
pub fn named_after(text: &str, roots: &[&str]) -> Vec<String> {
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let after = roots.iter().flat_map(|root| code.split(root).skip(1));
    after
        .flat_map(|rest| match rest.strip_prefix('{') {
            Some(group) => group_heads(group),
            None => vec![head(rest)],
        })
        .filter(|name| !name.is_empty())
        .collect()
}

/// Returns the first name of each path in `a::b, c::{d, e}};…`.
fn group_heads(group: &str) -> Vec<String> {
    let mut heads = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (index, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => {
                heads.push(head(group[start..index].trim()));
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                heads.push(head(group[start..index].trim()));
                start = index + 1;
            }
            _ => {}
        }
    }
    heads
}

fn head(path: &str) -> String {
    path.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

#[test]
fn the_reader_of_imports_sees_groups() {
    let text =
        "use crate::{store::Pool, api::{Code, Problem}};\nuse crate::engine::seat::Seat;\n// crate::cli\n";
    assert_eq!(named_after(text, &["crate::"]), ["store", "api", "engine"]);
}
