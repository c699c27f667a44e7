//! One part of the contract: the operations with a tag, and their schemas and parameters.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// The JSON pointer to the components of a document.
const COMPONENTS: &str = "/components/";

/// The description of a part, instead of that of the whole.
const ABOUT: &str =
    "One part of the contract. What holds for all operations is in [the API in general](/docs/guides/api).";

/// Returns the part of a document with this tag, as a separate document. None if the tag is missing.
pub fn part(document: &Value, tag: &str) -> Option<Value> {
    let about = document["tags"].as_array()?.iter().find(|about| about["name"] == tag)?;
    let mut paths = Map::new();
    for (path, item) in document["paths"].as_object()? {
        let mut kept = item.as_object()?.clone();
        kept.retain(|_, operation| operation["tags"][0] == tag);
        if !kept.is_empty() {
            paths.insert(path.clone(), kept.into());
        }
    }
    let mut part = json!({
        "openapi": document["openapi"],
        "info": document["info"],
        "servers": document["servers"],
        "tags": [about],
        "paths": paths,
        "components": {},
    });
    part["info"]["description"] = ABOUT.into();
    if let Some(security) = document.get("security") {
        part["security"] = security.clone();
    }
    part["components"] = components(document, &part);
    Some(part)
}

/// Returns the components that a part refers to, directly or indirectly, and all ways to log in.
fn components(document: &Value, part: &Value) -> Value {
    let mut kept = json!({"securitySchemes": document["components"]["securitySchemes"]});
    let (mut seen, mut new) = (BTreeSet::new(), Vec::new());
    references(part, &mut new);
    while let Some(reference) = new.pop() {
        let component = document.pointer(reference);
        if let (true, Some(component)) = (seen.insert(reference), component) {
            if let Some((kind, name)) = reference.trim_start_matches(COMPONENTS).split_once('/') {
                kept[kind][name] = component.clone();
            }
            references(component, &mut new);
        }
    }
    kept
}

/// Adds the pointers to components in a value.
fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => {
            found.extend(text.strip_prefix('#').filter(|pointer| pointer.starts_with(COMPONENTS)));
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, found)),
        Value::Object(fields) => fields.values().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::contract;

    #[test]
    fn the_parts_are_the_whole_and_each_has_all_that_it_refers_to() {
        let document = contract().document();
        let mut operations = 0;
        for tag in document["tags"].as_array().expect("tags") {
            let name = tag["name"].as_str().expect("a name");
            let part = part(document, name).expect("a part");
            let mut all = Vec::new();
            references(&part, &mut all);
            for pointer in all {
                assert!(part.pointer(pointer).is_some(), "{name}: {pointer} is missing");
            }
            let items = part["paths"].as_object().expect("paths").values();
            operations += items.map(|item| item.as_object().expect("an item").len()).sum::<usize>();
        }
        let whole = document["paths"].as_object().expect("paths").values();
        assert_eq!(operations, whole.map(|item| item.as_object().expect("an item").len()).sum::<usize>());
        assert!(part(document, "nothing").is_none());
    }
}
