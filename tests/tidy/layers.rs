//! Which part of the program may import which: dependencies point in one direction.

use crate::sources::{below, none};

/// Every part, with the parts that it may import. `startup` and `cli` combine all parts. Parts in packages of their own
/// have no row: their manifests say what they may use.
const MAY_NAME: [(&str, &[&str]); 7] = [
    ("boards", &["engine"]),
    ("telemetry", &["settings"]),
    ("jobs", &["service", "mail"]),
    ("api", &["service", "model", "engine", "contest", "auth", "settings", "counters"]),
    (
        "startup",
        &[
            "api",
            "service",
            "store",
            "stream",
            "database",
            "jobs",
            "mail",
            "broker",
            "webhook",
            "settings",
            "auth",
            "telemetry",
            "boards",
            "engine",
        ],
    ),
    (
        "cli",
        &[
            "startup",
            "api",
            "service",
            "store",
            "model",
            "database",
            "engine",
            "contest",
            "boards",
            "settings",
            "telemetry",
        ],
    ),
    ("main", &["cli"]),
];

/// The directories of the packages below `src`.
const PACKAGES: [&str; 5] = ["src/engine/", "src/contest/", "src/model/", "src/store/", "src/service/"];

/// Returns whether a file belongs to a package below `src`.
pub fn in_own_package(path: &str) -> bool {
    PACKAGES.iter().any(|directory| path.starts_with(directory))
}

/// Returns the part of the program that contains a source file.
pub fn part(path: &str) -> &str {
    path.trim_start_matches("src/").split(['/', '.']).next().unwrap_or_default()
}

#[test]
fn every_row_is_a_part_of_the_program() {
    let files = below("src", ".rs");
    let gone = MAY_NAME.iter().filter(|(name, _)| !files.iter().any(|source| part(&source.path) == *name));
    none("rows for parts that do not exist", &gone.map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>());
}

#[test]
fn dependencies_point_in_one_direction() {
    let mut wrong = Vec::new();
    for source in below("src", ".rs") {
        let part = part(&source.path);
        if part == "lib" || in_own_package(&source.path) {
            continue;
        }
        let known = MAY_NAME.iter().find(|(name, _)| *name == part);
        let Some((_, may_name)) = known else {
            wrong.push(format!("{}: the part {part} has no row in MAY_NAME", source.path));
            continue;
        };
        let named =
            named(&source.text).into_iter().filter(|name| name != part && !may_name.contains(&name.as_str()));
        wrong.extend(named.map(|name| format!("{} names {name}", source.path)));
    }
    none("imports against the direction", &wrong);
}

/// Returns the parts that the text imports from the crate.
fn named(text: &str) -> Vec<String> {
    named_after(text, &["crate::", "use lapidary::"])
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
    assert_eq!(named(text), ["store", "api", "engine"]);
}
