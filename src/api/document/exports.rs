//! The schemas of exports. Their frozen format may share types with views and events until the first
//! difference (`export/v1`). In the document, its schemas are separate from the beginning, so that clients
//! see no change when a type is copied.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::known::IN_MODULE;
use super::references::{reach, refer, rename, travelling};

/// The schema of an export.
const WHOLE: &str = "Export";
/// The only schema of exports whose name does not show that.
const DEAL: &str = "Deal";
/// Effects that were added to events after the format was frozen.
const LATER: [&str; 2] = ["treasure_gained", "jewel_gained"];
/// Keywords for requests that exports do not need.
const ASKED: [&str; 5] = ["maximum", "maxItems", "minItems", "default", "additionalProperties"];
/// Descriptions of schemas that differ for exports.
const DESCRIPTIONS: [(&str, &str); 4] = [
    ("ExportAction", "An action of the ruleset of the game."),
    ("ExportEffect", "One thing that happened in a game of the ruleset."),
    ("KidsExportAction", "A decision in Kids, in its canonical form: the payment is always named."),
    ("SplendorExportAction", "A decision in Splendor, in its canonical form: the payment is always named."),
];

/// Gives exports a copy of each shared schema.
pub(super) fn separate(document: &mut Value) {
    let (sent, _) = travelling(document);
    let mut reached = HashSet::new();
    reach(document, &refer(WHOLE), &mut reached);
    let schemas = &mut document["components"]["schemas"];
    for name in reached {
        let mut schema = schemas[&name].clone();
        rename(&mut schema, &own);
        let own = own(&name).unwrap_or_else(|| name.clone());
        if sent.contains(&name) {
            receive(&mut schema);
        }
        if let Some(alternatives) = schema.get_mut("oneOf").and_then(Value::as_array_mut) {
            let kind = |schema: &Value| schema["properties"]["type"]["enum"][0].as_str().map(str::to_owned);
            alternatives.retain(|one| !kind(one).is_some_and(|kind| LATER.contains(&kind.as_str())));
        }
        if let Some((_, description)) = DESCRIPTIONS.iter().find(|(described, _)| *described == own) {
            schema["description"] = json!(description);
        }
        schemas[own] = schema;
    }
}

/// Returns the name of the copy of a schema. None if exports do not share it.
fn own(name: &str) -> Option<String> {
    if name.contains(WHOLE) || name.contains(IN_MODULE) || name == DEAL {
        return None;
    }
    let of_game = |game: &str| Some(format!("{game}{WHOLE}{}", name.strip_prefix(game)?));
    of_game("Splendor").or_else(|| of_game("Kids")).or_else(|| Some(format!("{WHOLE}{name}")))
}

/// Removes the parts for requests: bounds, defaults, examples, remarks on optional fields, and null where
/// responses have no field.
fn receive(schema: &mut Value) {
    if let Some(words) = schema["description"].as_str() {
        schema["description"] = json!(words.split("\n\n").next());
    }
    if let Some([kind, null]) = schema["type"].as_array().map(Vec::as_slice)
        && null == "null"
    {
        schema["type"] = kind.clone();
    }
    let Some(parts) = schema.as_object_mut() else { return };
    parts.retain(|key, _| !ASKED.contains(&key.as_str()));
    if let Some(alternatives) = parts.get_mut("oneOf").and_then(Value::as_array_mut) {
        for alternative in alternatives {
            alternative.as_object_mut().and_then(|parts| parts.shift_remove("example"));
            receive(alternative);
        }
    }
    if let Some(fields) = parts.get_mut("properties").and_then(Value::as_object_mut) {
        fields.values_mut().for_each(receive);
    }
}
