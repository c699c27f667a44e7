//! The exports in `tests/exports`, which every future version must verify: every ruleset, finished, with a
//! seat that left, and aborted. Some were written before exports contained the board. These files never
//! change; a new format gets new files.

use std::collections::BTreeMap;
use std::path::Path;

use lapidary::cli::verify;
use serde_json::{Value, json};

use super::games;

/// The list of fields that may change without being detected.
const NOT_PROVEN: &str = include_str!("../../data/not_proven.json");

/// The kept exports by name.
pub fn kept() -> BTreeMap<String, String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exports");
    let files = std::fs::read_dir(directory).expect("there are kept exports");
    let paths = files.map(|file| file.expect("a file").path());
    let read = |path: &Path| std::fs::read_to_string(path).expect("a text");
    let name = |path: &Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
    paths.map(|path| (name(&path), read(&path))).collect()
}

fn refused(export: &str) -> Option<String> {
    verify::check(export, &games::boards()).err().map(|difference| difference.to_string())
}

#[test]
fn kept_exports_verify_in_every_version() {
    let kept = kept();
    assert!(kept.len() >= 17, "an export is missing: {:?}", kept.keys());
    for (name, export) in kept {
        assert_eq!(refused(&export), None, "{name}");
    }
}

/// The paths of all values of an export that are neither objects nor arrays.
fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            fields.iter().for_each(|(name, value)| leaves(value, &format!("{path}/{name}"), found));
        }
        Value::Array(items) if !items.is_empty() => {
            items
                .iter()
                .enumerate()
                .for_each(|(place, item)| leaves(item, &format!("{path}/{place}"), found));
        }
        _ => found.push(path.to_owned()),
    }
}

/// Another plausible value of the same kind.
fn another(value: &Value) -> Value {
    match value {
        Value::Null | Value::Object(_) | Value::Array(_) => json!("c0ffee"),
        Value::Bool(value) => json!(!value),
        Value::Number(number) if number.as_u64() == Some(0) => json!(1),
        Value::Number(number) => json!(number.as_u64().unwrap_or_default() - 1),
        Value::String(text) => json!(another_text(text)),
    }
}

/// Replaces a digit or a letter, so that times, ids and hexadecimal numbers remain valid.
fn another_text(text: &str) -> String {
    let place = text.rfind(|letter: char| letter.is_ascii_hexdigit());
    let Some(place) = place else { return format!("{text}x") };
    let other = if text[place..].starts_with('1') { "2" } else { "1" };
    format!("{}{other}{}", &text[..place], &text[place + 1..])
}

/// Whether a change of this path alone cannot be detected.
fn is_free(export: &Value, path: &str) -> bool {
    let list: Value = serde_json::from_str(NOT_PROVEN).expect("the list is JSON");
    let entries = list["not_proven"].as_array().expect("a list").iter();
    let alone = entries.filter(|entry| entry["alone"] == true);
    let mut free = alone.flat_map(|entry| entry["fields"].as_array().expect("fields").clone());
    free.any(|field| matches(export, path, field.as_str().expect("a path")))
}

/// Whether a path matches a pattern with `*` for any index; `aborted` stands for the data of such an event.
fn matches(export: &Value, path: &str, pattern: &str) -> bool {
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    let aborted = |parts: &[&str]| {
        let event = parts.get(1).and_then(|place| place.parse::<usize>().ok());
        event.is_some_and(|place| export["events"][place]["type"] == "aborted")
    };
    let wanted: Vec<&str> = pattern.split('/').collect();
    let fits = |(part, wanted): (&&str, &&str)| match *wanted {
        "*" => true,
        "aborted" => *part == "data" && aborted(&parts),
        name => *part == name,
    };
    parts.len() == wanted.len() && parts.iter().zip(&wanted).all(fits)
}

/// Chooses one value of each field: exports have thousands of values, but each field occurs often and in many
/// exports. The place of the export among `exports` says which value, so that the first are changed and the
/// last.
fn one_of_each_field(paths: Vec<String>, place: usize, exports: usize) -> Vec<String> {
    let mut fields: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in paths {
        let is_index = |part: &str| part.parse::<usize>().is_ok();
        let parts = path.split('/').map(|part| if is_index(part) { "*" } else { part });
        fields.entry(parts.collect::<Vec<_>>().join("/")).or_default().push(path);
    }
    fields.into_values().map(|mut paths| paths.swap_remove(paths.len() * place / exports)).collect()
}

#[test]
fn a_change_of_any_field_is_detected_unless_it_is_listed() {
    let kept = kept();
    let exports = kept.len();
    for (place, (name, text)) in kept.into_iter().enumerate() {
        let honest: Value = serde_json::from_str(&text).expect("an export is JSON");
        let mut paths = Vec::new();
        leaves(&honest, "", &mut paths);
        for path in &one_of_each_field(paths, place, exports) {
            let mut lie = honest.clone();
            let value = lie.pointer_mut(path).expect("the path leads somewhere");
            *value = another(value);
            let found = refused(&lie.to_string()).is_some();
            assert_ne!(found, is_free(&honest, path), "{name}: {path} is {}", lie.pointer(path).unwrap());
        }
    }
}

#[test]
fn the_page_on_the_deal_lists_what_cannot_be_proven() {
    let page = include_str!("../../docs/deal.md");
    let list: Value = serde_json::from_str(NOT_PROVEN).expect("the list is JSON");
    for entry in list["not_proven"].as_array().expect("a list") {
        let words = entry["words"].as_str().expect("words");
        assert!(page.contains(&format!("- {words}")), "docs/deal.md does not list: {words}");
    }
}

#[test]
fn an_export_with_another_board_is_verified_from_itself_alone() {
    let mut export: Value = serde_json::from_str(&kept()["kids-full-aborted"]).expect("an export is JSON");
    // Nobody moves along the last route, so the game stays the same with another cost.
    for path in ["/deal/board/routes", "/events/0/data/board/routes"] {
        let routes = export.pointer_mut(path).and_then(Value::as_array_mut).expect("routes");
        routes.last_mut().expect("a route")["cost"] = json!({"mushroom": 3, "apple": 1});
    }
    assert_eq!(refused(&export.to_string()), None);
    export["deal"].as_object_mut().expect("a deal").remove("board");
    assert!(refused(&export.to_string()).is_some(), "without its board the export is judged on ours");
}

#[test]
fn a_text_that_is_not_an_export_is_refused_with_line_and_column() {
    let whole = &kept()["splendor"];
    let cut = &whole[..5000];
    let line = cut.lines().count();
    let column = cut.lines().last().expect("a line").len();
    let expected = format!("is not a valid export: JSON ends at line {line}, column {column}");
    assert_eq!(refused(cut), Some(expected));
    let reason = refused("{\n \"format\": nil}").expect("it is refused");
    assert!(
        reason.starts_with("is not a valid export: ") && reason.ends_with("at line 2, column 13"),
        "{reason}"
    );
    let reason = refused("{\"format\": \"lapidary-export-1\"}").expect("it is refused");
    assert!(reason.contains("missing field `game` at line 1"), "{reason}");
}
