//! The source files: their size, their docs, and the content of `mod.rs` files.

use std::fs;
use std::path::{Path, PathBuf};

/// The maximum number of lines of a source file without an entry in `LONG_FILES`.
const LINES_MAX: usize = 600;

/// Longer files, each with the reason.
const LONG_FILES: [(&str, &str); 1] =
    [("src/schema/tables.rs", "all tables of the database, one after another")];

/// Module names that do not say what belongs in the module.
const HOMELESS: [&str; 6] = ["utils", "util", "helpers", "common", "types", "misc"];

/// The items that need a doc comment.
const ITEMS: [&str; 9] =
    ["fn ", "async fn ", "const fn ", "struct ", "enum ", "trait ", "type ", "const ", "static "];

/// The Python package, which is written by rules of its own.
const FOR_PYTHON: &str = "packages/python/";

/// The folders of Rust that is not a test.
const OF_CODE: [&str; 3] = ["src", "tools", "packages"];

/// A file of the repository, by its path from the root.
pub struct Source {
    pub path: String,
    pub text: String,
}

/// Reads every file with this extension below the directory.
pub fn below(directory: &str, ending: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    walk(&root.join(directory), &mut paths);
    paths.sort();
    let kept = paths.into_iter().filter(|path| path.to_string_lossy().ends_with(ending));
    kept.map(|path| Source {
        text: fs::read_to_string(&path).unwrap(),
        path: path.strip_prefix(root).unwrap().to_string_lossy().into_owned(),
    })
    .collect()
}

/// Reads every file of Rust that is not a test.
pub fn code() -> Vec<Source> {
    let files = OF_CODE.into_iter().flat_map(|folder| below(folder, ".rs"));
    files.filter(|source| !source.path.starts_with(FOR_PYTHON)).collect()
}

fn walk(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true if path.ends_with("__pycache__") => {}
            true => walk(&path, found),
            false => found.push(path),
        }
    }
}

/// Fails with the list of violations, unless it is empty.
#[track_caller]
pub fn none(what: &str, wrong: &[String]) {
    assert!(wrong.is_empty(), "{what}:\n{}", wrong.join("\n"));
}

#[test]
fn no_file_exceeds_the_line_limit_without_a_reason() {
    let long = code().into_iter().filter(|source| source.text.lines().count() > LINES_MAX);
    let wrong: Vec<String> = long
        .map(|source| source.path)
        .filter(|path| !LONG_FILES.iter().any(|(known, reason)| known == path && !reason.is_empty()))
        .collect();
    none("longer than they may be", &wrong);
}

#[test]
fn every_file_says_what_it_is_about() {
    let mut files = code();
    files.extend(below("tests", ".rs"));
    let silent = files.into_iter().filter(|source| !source.text.starts_with("//!"));
    none("without module docs", &silent.map(|source| source.path).collect::<Vec<_>>());
}

#[test]
fn every_file_name_says_what_belongs_in_it() {
    let files = code().into_iter().map(|source| source.path);
    let homeless = files.filter(|path| {
        let mut names = path.trim_end_matches(".rs").split('/');
        names.any(|name| HOMELESS.contains(&name))
    });
    none("with a name that says nothing", &homeless.collect::<Vec<_>>());
}

#[test]
fn a_mod_file_contains_only_docs_and_declarations() {
    let mut wrong = Vec::new();
    for source in code().into_iter().filter(|source| source.path.ends_with("mod.rs")) {
        let code = source.text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code = code.filter(|line| !line.trim_start().starts_with('#')).collect::<Vec<_>>().join(" ");
        let statements = code.split(';').map(str::trim).filter(|statement| !statement.is_empty());
        wrong.extend(
            statements.filter(|statement| !is_name(statement)).map(|it| format!("{}: {it}", source.path)),
        );
    }
    none("more than names in mod.rs", &wrong);
}

fn is_name(statement: &str) -> bool {
    let mut words = statement.split_whitespace().filter(|word| !word.starts_with("pub"));
    matches!(words.next(), Some("mod" | "use" | "extern"))
}

#[test]
fn every_public_item_has_a_doc_comment() {
    let mut wrong = Vec::new();
    for source in code() {
        let lines: Vec<&str> = source.text.lines().map(str::trim).collect();
        for (index, line) in lines.iter().enumerate() {
            let public =
                line.strip_prefix("pub ").is_some_and(|item| ITEMS.iter().any(|kind| item.starts_with(kind)));
            if public && !documented(&lines[..index]) {
                wrong.push(format!("{}:{}: {line}", source.path, index + 1));
            }
        }
    }
    none("public without a doc comment", &wrong);
}

/// The type of a refusal says why something is refused; a sentence says what became of the work.
#[test]
fn no_function_of_a_use_case_or_of_the_store_lists_its_errors() {
    let sources = ["src/service", "src/store"].into_iter().flat_map(|room| below(room, ".rs"));
    let wrong = sources.filter(|source| source.text.contains("/// # Errors"));
    none("with a section of errors", &wrong.map(|source| source.path).collect::<Vec<_>>());
}

/// Returns whether the lines end with a doc comment, possibly followed by attributes.
fn documented(before: &[&str]) -> bool {
    let mut lines = before.iter().rev();
    while let Some(line) = lines.next() {
        if line.starts_with("///") {
            return true;
        }
        if line.ends_with(']') && !line.starts_with('#') {
            lines.find(|line| line.starts_with("#["));
        } else if !line.starts_with("#[") {
            return false;
        }
    }
    false
}
