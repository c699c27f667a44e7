//! Unions of several rulesets. In the document, `type` alone selects an alternative of one union, because
//! generators of clients do not support unions of unions. This module knows the structure of schemas, not
//! their meaning.

use serde_json::{Map, Value, json};

use super::known;
use super::references::{name_of, refer};

/// The ruleset whose schemas give their names to shared ones.
const FIRST: &str = "Splendor";

/// Replaces each union of unions by one union with an alternative for each `type`.
pub fn flatten(schemas: &mut Map<String, Value>) {
    for (name, whole) in schemas.clone().iter().filter(|(_, schema)| schema.get("anyOf").is_some()) {
        let mut kinds: Map<String, Value> = Map::new();
        for part in whole["anyOf"].as_array().into_iter().flatten().filter_map(name_of) {
            for form in schemas[part]["oneOf"].as_array().into_iter().flatten().filter_map(name_of) {
                let kind = schemas[form]["properties"]["type"]["const"].as_str().unwrap_or_default();
                let same = kinds.entry(kind).or_insert_with(|| json!([]));
                same.as_array_mut().into_iter().for_each(|same| same.push(refer(form)));
            }
        }
        for same in kinds.values_mut() {
            *same = in_one(schemas, name, same)["$ref"].take();
        }
        let union: Vec<Value> = kinds.values().map(|place| json!({"$ref": place})).collect();
        let tag = json!({"propertyName": "type", "mapping": kinds});
        let description = &whole["description"];
        schemas[name] =
            json!({"oneOf": union, "description": description, "discriminator": tag, "type": "object"});
    }
}

/// Returns a reference to one schema for all alternatives with the same `type`: an object with all their
/// fields, or a union if the fields distinguish them.
fn in_one(schemas: &mut Map<String, Value>, union: &str, same: &Value) -> Value {
    let names = same.as_array().into_iter().flatten().filter_map(name_of);
    let forms: Vec<Value> = names.map(|name| schemas[name].clone()).collect();
    let [first, others @ ..] = forms.as_slice() else { return Value::Null };
    if others.is_empty() {
        return same[0].clone();
    }
    let shared = others.iter().try_fold(first.clone(), |sum, form| together(schemas, &sum, form));
    let mut shared = shared.unwrap_or_else(|| json!({"oneOf": same}));
    let mut words: Vec<&str> = forms.iter().filter_map(|form| form["description"].as_str()).collect();
    words.dedup();
    shared["description"] = words.join(" ").into();
    let name = format!("{union}{}", label(first));
    schemas.insert(name.clone(), shared);
    refer(&name)
}

/// Returns the common schema of both, if a reader that ignores unknown fields cannot tell their values apart.
fn together(schemas: &mut Map<String, Value>, one: &Value, other: &Value) -> Option<Value> {
    let mut both = one.clone();
    if one == other {
        return Some(both);
    }
    if let (Some(first), Some(second)) = (name_of(one), name_of(other)) {
        let shared = together(schemas, &schemas[first].clone(), &schemas[second].clone())?;
        let name = first.strip_prefix(FIRST)?;
        schemas.insert(name.to_owned(), shared);
        return Some(refer(name));
    }
    if let (Some(words), Some(more)) = (known_words(one), known_words(other)) {
        let new = more.into_iter().filter(|word| !words.contains(word));
        both["description"] = Value::Null;
        known::list_values(&mut both, &words.iter().copied().chain(new).collect::<Vec<_>>());
        return Some(both);
    }
    let fields = other["properties"].as_object().filter(|_| one["required"] == other["required"])?;
    for (name, field) in fields {
        let known = one["properties"].get(name).unwrap_or(field);
        both["properties"][name] = together(schemas, known, field)?;
    }
    // A field of only one ruleset must be absent in the other, so that no reader may add it.
    for field in both["properties"].as_object_mut()?.values_mut().filter_map(Value::as_object_mut) {
        field.shift_remove("default");
    }
    Some(both)
}

fn known_words(schema: &Value) -> Option<Vec<&str>> {
    Some(schema["x-extensible-enum"].as_array()?.iter().filter_map(Value::as_str).collect())
}

/// Returns the name of an alternative: its title, or its tag in camel case.
pub(super) fn label(alternative: &Value) -> String {
    let tags = alternative["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(_, field)| only_value(field));
    let words = alternative["title"].as_str().or(tags.into_iter().next()).unwrap_or_default();
    let capital =
        |word: &str| word.get(..1).unwrap_or_default().to_uppercase() + word.get(1..).unwrap_or_default();
    words.split('_').map(capital).collect()
}

/// Returns the value of a field with only one possible value.
pub(super) fn only_value(field: &Value) -> Option<&str> {
    field["const"].as_str()
}
