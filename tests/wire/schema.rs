//! The published schemas of bodies, for checks of what the server writes and of what it accepts.

use std::collections::{BTreeMap, BTreeSet};

use jsonschema::Validator;
use lapidary::api::document::contract;
use lapidary::model::text;
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

/// The validator of a request body, compiled from the document.
pub fn published(name: &str) -> Validator {
    let reference = format!("#/components/schemas/{name}");
    let schema = json!({"$ref": reference, "components": contract().document()["components"]});
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .with_format("text", |given| text::read(given).is_ok())
        .should_validate_formats(true)
        .build(&schema)
        .expect("the schema of a body is one")
}

/// Shows every schema of the JSON bodies of requests, those inside other schemas too.
pub fn of_requests(see: &mut impl FnMut(&Value)) {
    let document = contract().document();
    let paths = document["paths"].as_object().into_iter().flatten();
    let operations = paths.filter_map(|(_, item)| item.as_object()).flatten();
    let mut seen = BTreeSet::new();
    for (_, operation) in operations {
        if let Some(schema) = operation.pointer("/requestBody/content/application~1json/schema") {
            see_all(schema, &mut seen, see);
        }
    }
    assert!(seen.len() > 50, "{} schemas", seen.len());
}

fn see_all(schema: &'static Value, seen: &mut BTreeSet<&'static str>, see: &mut impl FnMut(&Value)) {
    see(schema);
    if let Some(reference) = schema["$ref"].as_str()
        && seen.insert(reference)
    {
        let referred = contract().document().pointer(reference.trim_start_matches('#'));
        see_all(referred.expect("the document has the schema"), seen, see);
    }
    let lists = ["oneOf", "anyOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten();
    let fields = schema["properties"].as_object().into_iter().flatten().map(|(_, field)| field);
    let inner =
        ["items", "additionalProperties", "propertyNames"].into_iter().filter_map(|key| schema.get(key));
    for part in lists.chain(fields).chain(inner.filter(|part| part.is_object())) {
        see_all(part, seen, see);
    }
}
