//! The frozen format `lapidary-export-1`: the published schema of exports says the same as the kept one,
//! although the types of an export may be shared with the rest of the API.

use std::collections::BTreeSet;

use lapidary::api::document::contract;
use lapidary::api::document::unions;
use lapidary::engine::ruleset::Ruleset;
use lapidary::engine::seat::SeatCount;
use lapidary_exported::equal;
use serde_json::{Map, Value, json};

use super::{games, kept_exports, schema};

/// The schema of the format, without words for people. A new type of event or `reason` is added here; nothing
/// else in it ever changes.
const KEPT: &str = include_str!("export_schema.json");

/// The number of fields of the format: a comparison of less is no comparison.
const FIELDS_MIN: usize = 800;

/// What says nothing about the format: words for people, and the names of schemas.
const WORDS: [&str; 4] = ["description", "example", "title", "discriminator"];

/// Returns a schema with all references resolved.
fn resolved(document: &Value, schema: &Value) -> Value {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = document.pointer(reference.trim_start_matches('#'));
        return resolved(document, target.unwrap_or_else(|| panic!("{reference} leads nowhere")));
    }
    let all = |schemas: &Map<String, Value>| {
        schemas.iter().map(|(name, schema)| (name.clone(), resolved(document, schema))).collect()
    };
    match schema {
        Value::Object(parts) => parts
            .iter()
            .filter(|(key, _)| !WORDS.contains(&key.as_str()))
            .map(|(key, part)| match (key.as_str(), part) {
                // The names of fields are no keys of a schema.
                ("properties", Value::Object(fields)) => (key.clone(), Value::Object(all(fields))),
                ("required", Value::Array(names)) => {
                    (key.clone(), json!(names.iter().filter_map(Value::as_str).collect::<BTreeSet<_>>()))
                }
                // Generators distinguish lists of values that may grow. The values are what counts here.
                ("x-extensible-enum", names) => ("enum".to_owned(), names.clone()),
                _ => (key.clone(), resolved(document, part)),
            })
            .collect(),
        Value::Array(items) => items.iter().map(|item| resolved(document, item)).collect(),
        other => other.clone(),
    }
}

/// Returns the kept schema.
fn kept() -> Value {
    let mut kept: Value = serde_json::from_str(KEPT).expect("the schema is JSON");
    // Where it was written as a union for each ruleset, the contract has one union of the same values.
    unions::flatten(kept["components"]["schemas"].as_object_mut().expect("there are schemas"));
    resolved(&kept, &json!({"$ref": kept["$ref"]}))
}

/// Returns the schema of exports in a contract.
fn published(contract: &Value) -> Value {
    let path = "/paths/~1v1~1games~1{id}~1export/get/responses/200/content/application~1json/schema";
    resolved(contract, contract.pointer(path).expect("exports have a schema"))
}

/// Compares a schema with the kept one.
fn difference(found: &Value) -> Option<String> {
    equal("the schema of exports", kept(), found).err().map(|difference| {
        format!(
            "{difference}\nlapidary-export-1 is frozen. If this comes from a type that exports share with the \
             rest of the API, copy the type to export/v1 first, then change the other one."
        )
    })
}

/// Closes every object of a resolved schema, and counts their fields.
fn close(schema: &mut Value) -> usize {
    let mut count = 0;
    if let Some(fields) = schema.get("properties").and_then(Value::as_object) {
        count = fields.len();
        schema["additionalProperties"] = json!(false);
    }
    match schema {
        Value::Object(parts) => count + parts.values_mut().map(close).sum::<usize>(),
        Value::Array(items) => count + items.iter_mut().map(close).sum::<usize>(),
        _ => count,
    }
}

#[test]
fn the_schema_of_exports_never_changes() {
    if let Some(difference) = difference(&published(contract().document())) {
        panic!("{difference}");
    }
}

#[test]
fn a_changed_field_of_a_shared_type_is_noticed() {
    let honest = contract().document();
    for (schema, change) in [
        ("SplendorExportEffectCardBought", json!({"properties": {"seat": {"type": "integer"}}})),
        ("ExportTokens", json!({"type": "object"})),
        ("ExportEntry", json!({})),
    ] {
        let mut contract = honest.clone();
        assert!(contract["components"]["schemas"][schema].is_object(), "{schema} is not in the contract");
        contract["components"]["schemas"][schema] = change;
        let said = difference(&published(&contract)).expect("the change is noticed");
        assert!(said.contains("copy the type to export/v1 first"), "{said}");
    }
}

#[test]
fn exports_have_exactly_the_fields_of_the_kept_schema() {
    let mut kept = kept();
    let count = close(&mut kept);
    assert!(count >= FIELDS_MIN, "{count} fields");
    let validator = jsonschema::validator_for(&kept).expect("it is a schema");
    for (name, export) in kept_exports::kept() {
        let mut export: Value = serde_json::from_str(&export).expect("an export is JSON");
        schema::fits(&validator, &export);
        export["events"][1]["data"]["hidden"] = json!("base-1-white-1");
        assert!(!validator.is_valid(&export), "{name}: another field is noticed");
    }
    for ruleset in Ruleset::every() {
        let table = games::table(ruleset, SeatCount::THREE, 15);
        schema::fits(&validator, &table.export(&games::play_with_leavers(&table, 15)));
    }
}
