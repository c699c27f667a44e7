//! References between schemas.

use std::collections::HashSet;

use serde_json::{Value, json};

/// The path of schemas in the document.
const PLACE: &str = "#/components/schemas/";

/// Returns the name of a referenced schema.
pub(super) fn name_of(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.strip_prefix(PLACE)
}

/// Returns a reference to a schema.
pub(super) fn refer(name: &str) -> Value {
    json!({"$ref": format!("{PLACE}{name}")})
}

/// Renames the schemas that a schema refers to, at any depth.
pub(super) fn rename(value: &mut Value, new: &impl Fn(&str) -> Option<String>) {
    if let Some(name) = name_of(value).and_then(new) {
        value["$ref"] = refer(&name)["$ref"].take();
    }
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, new)),
        Value::Object(fields) => fields.values_mut().for_each(|field| rename(field, new)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Returns the names of sent schemas, and those of received ones.
pub(super) fn travelling(document: &Value) -> (HashSet<String>, HashSet<String>) {
    let (mut asked, mut told) = (HashSet::new(), HashSet::new());
    let paths = document["paths"].as_object().into_iter().flatten();
    for operation in paths.filter_map(|(_, path)| path.as_object()).flatten().map(|(_, operation)| operation)
    {
        reach(document, &operation["requestBody"], &mut asked);
        reach(document, &operation["parameters"], &mut asked);
        reach(document, &operation["responses"], &mut told);
    }
    reach(document, &document["components"]["responses"], &mut told);
    (asked, told)
}

/// Adds the names of all schemas that a part of the document refers to, directly or indirectly.
pub(super) fn reach(document: &Value, part: &Value, reached: &mut HashSet<String>) {
    if let Some(name) = name_of(part)
        && reached.insert(name.to_owned())
    {
        reach(document, &document["components"]["schemas"][name], reached);
    }
    match part {
        Value::Array(items) => items.iter().for_each(|item| reach(document, item, reached)),
        Value::Object(fields) => fields.values().for_each(|field| reach(document, field, reached)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
