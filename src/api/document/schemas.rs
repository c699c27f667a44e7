//! Reshapes the schemas of the document for client generators: flat objects, and unions with tags and named
//! alternatives.
//!
//! In Rust a body consists of parts, but a client should see one flat object. This module knows the structure
//! of schemas, not their meaning.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::references::{name_of, reach, refer, rename, travelling};
use super::unions::{label, only_value};
use super::{exports, known, unions};
use lapidary_model::items::TEXT;

/// The media type of forms.
const FORM: &str = "application/x-www-form-urlencoded";

type Schemas = Map<String, Value>;

/// One form of a schema: its fields, and the prefix and suffix that make its name from the schema's.
#[derive(Clone)]
struct SchemaForm {
    before: String,
    after: String,
    object: Value,
}

/// Reshapes the schemas of a document.
pub fn shape(document: &mut Value) {
    exports::separate(document);
    let mut schemas = document["components"]["schemas"].as_object().cloned().unwrap_or_default();
    known::place(&mut schemas, &travelling(document).0);
    schemas.values_mut().for_each(fix);
    known::add(&mut schemas);
    sum_up(&mut schemas);
    name_alternatives(&mut schemas);
    unions::flatten(&mut schemas);
    discriminate(&mut schemas);
    document["components"]["schemas"] = schemas.into();
    operations_mut(document).for_each(simplify);
    let (mut asked, told) = travelling(document);
    // No operation refers to the actions of one ruleset: the server reads them, and clients may too.
    for actions in ["SplendorAction", "KidsAction"] {
        reach(document, &refer(actions), &mut asked);
    }
    let forms = forms_of_bodies(document);
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        schemas.retain(|name, _| asked.contains(name) || told.contains(name));
        schemas.sort_keys();
        for (name, schema) in schemas.iter_mut() {
            match asked.contains(name) {
                // Unknown parameters of OAuth are ignored (RFC 6749, 3.2).
                true if forms.contains(name) => {}
                true => request(schema),
                false => answer(schema),
            }
        }
    }
}

/// Replaces each schema of parts by one flat object, or by a union of flat objects if a part has several
/// forms.
fn sum_up(schemas: &mut Schemas) {
    let whole = schemas.clone();
    let composed = |(_, schema): &(&String, &Value)| schema.get("allOf").is_some();
    let sums: Vec<(&String, Vec<SchemaForm>)> =
        whole.iter().filter(composed).map(|(name, schema)| (name, forms(&whole, schema))).collect();
    let unions: HashSet<&str> =
        sums.iter().filter(|(_, forms)| forms.len() > 1).map(|(name, _)| name.as_str()).collect();
    for (name, mut forms) in sums {
        let description = &whole[name]["description"];
        if let [form] = forms.as_mut_slice() {
            form.object["description"] = description.clone();
            schemas.insert(name.clone(), form.object.take());
            continue;
        }
        let named = |form: &SchemaForm| format!("{}{name}{}", form.before, form.after);
        let union: Vec<Value> = forms.iter().map(|form| refer(&named(form))).collect();
        schemas.insert(name.clone(), json!({"oneOf": union, "description": description}));
        for form in forms {
            schemas.insert(named(&form), in_its_words(form, &unions, description));
        }
    }
}

/// Returns the forms of a schema as flat objects.
fn forms(schemas: &Schemas, schema: &Value) -> Vec<SchemaForm> {
    let plain =
        |object: &Value| SchemaForm { before: String::new(), after: String::new(), object: object.clone() };
    if let Some(name) = name_of(schema) {
        return schemas.get(name).map(|whole| forms_of(schemas, name, whole)).unwrap_or_default();
    }
    let Some(parts) = schema["allOf"].as_array() else { return vec![plain(schema)] };
    parts.iter().fold(vec![plain(&json!({"type": "object"}))], |sums, part| {
        let parts = forms(schemas, part);
        sums.iter().flat_map(|sum| parts.iter().map(|part| sum.and(part))).collect()
    })
}

/// Returns the forms of the schema with this name. For a union, those of its alternatives.
fn forms_of(schemas: &Schemas, name: &str, schema: &Value) -> Vec<SchemaForm> {
    let Some(alternatives) = schema["oneOf"].as_array() else { return forms(schemas, schema) };
    let form = |alternative: &Value| match name_of(alternative) {
        Some(other) => SchemaForm {
            before: other.strip_suffix(name).unwrap_or(other).to_owned(),
            after: String::new(),
            object: schemas.get(other).cloned().unwrap_or_default(),
        },
        None => SchemaForm { before: String::new(), after: label(alternative), object: alternative.clone() },
    };
    alternatives.iter().map(form).collect()
}

impl SchemaForm {
    fn and(&self, other: &SchemaForm) -> SchemaForm {
        let mut object = self.object.clone();
        for (name, field) in other.object["properties"].as_object().into_iter().flatten() {
            object["properties"][name] = field.clone();
        }
        let required =
            [&self.object, &other.object].into_iter().filter_map(|part| part["required"].as_array());
        object["required"] = required.flatten().cloned().collect();
        if !other.after.is_empty() {
            object["description"] = other.object["description"].clone();
        }
        SchemaForm {
            before: format!("{}{}", self.before, other.before),
            after: format!("{}{}", self.after, other.after),
            object,
        }
    }
}

/// Returns a form for one ruleset. It names the ruleset, and refers only to forms for the same one.
fn in_its_words(form: SchemaForm, unions: &HashSet<&str>, description: &Value) -> Value {
    let SchemaForm { before, mut object, .. } = form;
    if object.get("description").is_none() {
        object["description"] = description.clone();
    }
    if !before.is_empty() {
        if object["properties"].get("ruleset").is_some() {
            object["properties"]["ruleset"] = json!({"type": "string", "const": before.to_lowercase()});
        }
        rename(&mut object, &|name| unions.contains(name).then(|| format!("{before}{name}")));
    }
    object
}

/// Gives each inline alternative of a union a name.
fn name_alternatives(schemas: &mut Schemas) {
    let mut named = Schemas::new();
    for (name, schema) in schemas.iter_mut() {
        for alternative in schema.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten() {
            let label = label(alternative);
            if !label.is_empty() {
                let name = format!("{name}{label}");
                // Some generators would use only the title as the name.
                alternative.as_object_mut().and_then(|object| object.shift_remove("title"));
                named.insert(name.clone(), std::mem::replace(alternative, refer(&name)));
            }
        }
    }
    schemas.extend(named);
}

/// The pattern of texts that people show to others: one line.
const ONE_LINE: &str = "^[^\\x00-\\x1f\\x7f-\\x9f]*$";

/// Replaces single-value enumerations by constants, and adds the pattern of texts without one.
fn fix(value: &mut Value) {
    if value.get("format").is_some_and(|format| format == TEXT) && value.get("pattern").is_none() {
        value["pattern"] = json!(ONE_LINE);
    }
    if let Some([only]) = value.get("enum").and_then(Value::as_array).map(Vec::as_slice) {
        let only = only.clone();
        value.as_object_mut().and_then(|schema| schema.shift_remove("enum"));
        value["const"] = only;
    }
    match value {
        Value::Array(items) => items.iter_mut().for_each(fix),
        Value::Object(fields) => fields.values_mut().for_each(fix),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Adds a discriminator to each union whose alternatives differ in one field.
fn discriminate(schemas: &mut Schemas) {
    let whole = schemas.clone();
    for schema in schemas.values_mut() {
        let names: Option<Vec<&str>> =
            schema["oneOf"].as_array().and_then(|union| union.iter().map(name_of).collect());
        if let Some((tag, mapping)) = names.and_then(|names| tag(&whole, &names)) {
            schema["discriminator"] = json!({"propertyName": tag, "mapping": mapping});
            // Validators with the tag do not check values without fields, such as null.
            schema["type"] = json!("object");
        }
    }
}

/// Returns the field with a different constant in each of these schemas, and the schema for each value.
fn tag(schemas: &Schemas, names: &[&str]) -> Option<(String, Schemas)> {
    let fields = schemas.get(*names.first()?)?["properties"].as_object()?;
    fields.keys().find_map(|field| {
        let value = |name: &&str| only_value(&schemas.get(*name)?["properties"][field]).map(str::to_owned);
        let values: Option<Vec<String>> = names.iter().map(value).collect();
        let places = names.iter().map(|name| refer(name)["$ref"].take());
        let mapping: Schemas = values?.into_iter().zip(places).collect();
        (mapping.len() == names.len()).then(|| (field.clone(), mapping))
    })
}

fn operations_mut(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    paths.filter_map(Value::as_object_mut).flat_map(Map::values_mut)
}

/// Removes null from the types of optional parameters.
fn simplify(operation: &mut Value) {
    for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(types) = parameter["schema"]["type"].as_array()
            && let Some(only) = types.iter().find(|name| **name != "null").cloned()
        {
            parameter["schema"]["type"] = only;
        }
    }
}

/// Returns the names of the schemas that clients send as forms.
fn forms_of_bodies(document: &Value) -> HashSet<String> {
    let paths = document["paths"].as_object().into_iter().flatten();
    let operations = paths.filter_map(|(_, path)| path.as_object()).flatten();
    let schemas = operations.map(|(_, operation)| &operation["requestBody"]["content"][FORM]["schema"]);
    schemas.filter_map(name_of).map(str::to_owned).collect()
}

/// Completes a schema that clients send: unknown fields are refused.
fn request(schema: &mut Value) {
    if schema["properties"].is_object() {
        schema["additionalProperties"] = false.into();
    }
}

/// Completes a received schema: fields that may be null are always present, and enumerations are open.
fn answer(schema: &mut Value) {
    let fields = schema["properties"].as_object().into_iter().flatten();
    let nullable: Vec<Value> =
        fields.filter(|(_, field)| may_be_null(field)).map(|(name, _)| json!(name)).collect();
    if let Some(object) = schema.as_object_mut()
        && !nullable.is_empty()
        && let Some(required) = object.entry("required").or_insert_with(|| json!([])).as_array_mut()
    {
        let missing: Vec<Value> = nullable.into_iter().filter(|name| !required.contains(name)).collect();
        required.extend(missing);
    }
    if only_value(schema).is_none()
        && let Some(values) = schema.as_object_mut().and_then(|object| object.shift_remove("enum"))
    {
        let words: Vec<&str> = values.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        known::list_values(schema, &words);
    }
}

fn may_be_null(field: &Value) -> bool {
    let null = json!("null");
    let types = |schema: &Value| {
        schema["type"] == null || schema["type"].as_array().is_some_and(|types| types.contains(&null))
    };
    types(field) || field["oneOf"].as_array().is_some_and(|forms| forms.iter().any(types))
}
