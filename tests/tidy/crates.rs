//! Which part of the program may use which library, so that no layer does the work of another.

use std::fs;
use std::path::Path;

use crate::layers::{in_own_package, part};
use crate::sources::{below, none};

/// Libraries that only some parts may use. Every part may use a library that is not listed here.
const MAY_BE_NAMED_IN: [(&str, &[&str]); 27] = [
    ("actix_web", &["api", "startup"]),
    ("actix_http", &["startup"]),
    ("actix_service", &["startup"]),
    ("actix_cors", &["startup"]),
    ("utoipa", &["api"]),
    ("utoipa_actix_web", &["api"]),
    ("utoipa_swagger_ui", &["api"]),
    ("askama", &["api"]),
    ("flate2", &["api"]),
    ("jsonschema", &["api"]),
    ("serde_json", &["api", "cli"]),
    ("diesel", &[]),
    ("diesel_async", &[]),
    ("diesel_migrations", &[]),
    ("deadpool", &[]),
    ("tokio_postgres", &[]),
    ("tokio_postgres_rustls", &[]),
    ("async_nats", &[]),
    ("rustls", &[]),
    ("rustls_native_certs", &[]),
    ("tokio_rustls", &[]),
    ("hyper", &[]),
    ("hyper_util", &[]),
    ("ring", &["api"]),
    ("lettre", &[]),
    ("prometheus", &["api"]),
    ("clap", &["cli", "main"]),
];

/// Further uses that are allowed, with the reason.
const EXCEPTIONS: [(&str, &str, &str); 4] = [
    (
        "cli",
        "diesel_async",
        "`admin` hands a connection to the store, and the benchmark measures the database itself",
    ),
    ("cli", "diesel", "the benchmark fills a database and measures it itself"),
    ("cli", "tokio_postgres", "`database` shows the parts of an address"),
    ("boards", "serde_json", "a file of boards is JSON"),
];

/// The libraries of the rules: hashes for the deal, and error types.
const IN_THE_ENGINE: [&str; 3] = ["hmac", "sha2", "thiserror"];

/// The libraries of ratings, pairings and standings: exponentials that are equal everywhere, hashes for lots, and error types.
const IN_CONTEST: [&str; 3] = ["libm", "sha2", "thiserror"];

/// Returns every library of a manifest, spelled as in the code.
fn libraries(manifest: &str) -> Vec<String> {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(manifest)).unwrap();
    let (_, rest) = manifest.split_once("\n[dependencies]\n").expect("there are dependencies");
    let lines = rest.split("\n[").next().unwrap_or_default().lines().map(str::to_owned);
    lines
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| Some(line.split_once(" = ")?.0.trim_end_matches(".workspace").replace('-', "_")))
        .collect()
}

/// Whether code outside comments, strings and unit tests uses the library.
fn names(text: &str, library: &str) -> bool {
    let served = text.split("#[cfg(test)]").next().unwrap_or_default();
    served.lines().filter(|line| !line.trim_start().starts_with("//")).any(|line| {
        let mut places = line.match_indices(library);
        places.any(|(start, _)| {
            let before = line[..start].chars().next_back();
            let after = &line[start + library.len()..];
            let is_path = after.starts_with("::") || (after.starts_with(';') && line.contains("use "));
            is_path && before.is_none_or(|letter| !letter.is_alphanumeric() && !"_:\"".contains(letter))
        })
    })
}

/// Returns every use of a library: the part, the library and the file.
fn named() -> Vec<(String, String, String)> {
    let libraries = libraries("Cargo.toml");
    let files = below("src", ".rs").into_iter().filter(|source| !in_own_package(&source.path));
    let files = files.collect::<Vec<_>>();
    let pairs = files.iter().flat_map(|source| libraries.iter().map(move |library| (source, library)));
    pairs
        .filter(|(source, library)| names(&source.text, library))
        .map(|(source, library)| (part(&source.path).to_owned(), library.clone(), source.path.clone()))
        .collect()
}

fn is_excepted(part: &str, library: &str) -> bool {
    EXCEPTIONS.iter().any(|(excepted, named, _)| (*excepted, *named) == (part, library))
}

#[test]
fn libraries_are_used_only_where_they_belong() {
    let wrong = named().into_iter().filter(|(part, library, _)| {
        let row = MAY_BE_NAMED_IN.iter().find(|(restricted, _)| restricted == library);
        row.is_some_and(|(_, parts)| !parts.contains(&part.as_str())) && !is_excepted(part, library)
    });
    let wrong = wrong.map(|(_, library, path)| format!("{path} names {library}"));
    none("libraries where they do not belong", &wrong.collect::<Vec<_>>());
}

#[test]
fn the_engine_uses_only_hashes_and_error_types() {
    assert_eq!(libraries("src/engine/Cargo.toml"), IN_THE_ENGINE);
}

#[test]
fn ratings_and_pairings_use_only_exponentials_hashes_and_error_types() {
    assert_eq!(libraries("src/contest/Cargo.toml"), IN_CONTEST);
}

#[test]
fn every_row_and_every_exception_is_needed() {
    let (libraries, named) = (libraries("Cargo.toml"), named());
    let gone = MAY_BE_NAMED_IN.iter().map(|(library, _)| *library);
    let gone = gone.filter(|library| !libraries.iter().any(|known| known == library));
    none("rows for libraries that are no longer used", &gone.map(str::to_owned).collect::<Vec<_>>());
    let unused = EXCEPTIONS.iter().filter(|(part, library, _)| {
        !named.iter().any(|(naming, known, _)| (naming.as_str(), known.as_str()) == (*part, *library))
    });
    let unused = unused.map(|(part, library, _)| format!("{part} no longer names {library}"));
    none("exceptions that nothing needs", &unused.collect::<Vec<_>>());
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
        "#[cfg(test)]\nuse diesel::x;",
    ] {
        assert!(!names(other, "diesel"), "{other}");
    }
}
