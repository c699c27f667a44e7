//! References between schemas.

use serde_json::{Value, json};

/// The path of schemas in the document.
const PLACE: &str = "#/components/schemas/";

/// Returns the name of the schema to which another one refers.
pub(super) fn name_of(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.strip_prefix(PLACE)
}

/// Returns a reference to a schema.
pub(super) fn refer(name: &str) -> Value {
    json!({"$ref": format!("{PLACE}{name}")})
}

/// Renames the schemas to which a schema refers, at any depth.
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
