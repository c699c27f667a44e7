//! The published schema of a body, for checks of what the server writes.

use std::collections::BTreeMap;

use jsonschema::Validator;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The validator of a body, compiled from the schema that the contract publishes.
pub fn of<T: ToSchema>() -> Validator {
    let mut parts = Vec::new();
    T::schemas(&mut parts);
    parts.push((T::name().into_owned(), T::schema()));
    let parts: BTreeMap<_, _> = parts.into_iter().collect();
    let reference = format!("#/components/schemas/{}", T::name());
    let schema = json!({"$ref": reference, "components": {"schemas": parts}});
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .build(&schema)
        .expect("the schema of a body is one")
}

/// Serializes a body and checks it against its schema.
pub fn fits(validator: &Validator, body: &impl Serialize) -> Value {
    let value = serde_json::to_value(body).expect("a body can be written");
    let errors: Vec<String> =
        validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{value} does not fit: {errors:#?}");
    value
}
