//! Every instant in a body is written by one module, with the same number of decimals.

use crate::sources::{below, none};

/// The module that writes instants, and the exports, which have a form of their own that never changes.
const OTHERS: [&str; 2] = ["src/model/instant.rs", "src/api/export/"];

/// Returns whether a response has the type of this field: below the API those that have a schema.
fn is_shown(path: &str, before: &[&str]) -> bool {
    let item = before.iter().rev().take_while(|line| **line != "}");
    let above = item.skip_while(|line| !line.contains("struct ")).skip(1);
    let mut attributes = above.take_while(|line| line.starts_with("#["));
    path.starts_with("src/api/") || attributes.any(|line| line.contains("ToSchema"))
}

/// Returns the function that writes a field of this type, if the field is an instant.
fn writer(line: &str) -> Option<&'static str> {
    let (name, kind) = line.trim().trim_end_matches(',').split_once(": ")?;
    let is_field = name.split(' ').next_back().is_some_and(|name| !name.contains('('));
    match kind {
        "DateTime<Utc>" if is_field => Some("instant::serialize\""),
        "Option<DateTime<Utc>>" if is_field => Some("instant::serialize_option\""),
        _ => None,
    }
}

#[test]
fn every_instant_in_a_body_has_three_decimals() {
    let mut wrong = Vec::new();
    let mut found = 0;
    for source in below("src", ".rs") {
        if OTHERS.iter().any(|other| source.path.starts_with(other)) {
            continue;
        }
        let lines: Vec<&str> = source.text.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let Some(writer) = writer(line).filter(|_| is_shown(&source.path, &lines[..number])) else {
                continue;
            };
            found += 1;
            let attributes = lines[..number].iter().rev().take_while(|line| line.trim().starts_with("#["));
            if !attributes.into_iter().any(|attribute| attribute.contains(writer)) {
                wrong.push(format!("{}:{}: {}", source.path, number + 1, line.trim()));
            }
        }
    }
    none("instants without `instant::serialize`", &wrong);
    assert!(found > 50, "{found} instants");
}
