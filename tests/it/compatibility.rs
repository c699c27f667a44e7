//! Compatibility of `/v1`: everything that worked with the released document works with the current one.
//!
//! `openapi/released.json` is the document of the last release. `openapi/README.md` says when it is replaced.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Value, json};

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// The direction of a value: sent or received by the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Sent,
    Received,
}

/// Two documents, and the breaking changes from the old one to the new one.
struct Comparison<'a> {
    old: &'a Value,
    new: &'a Value,
    seen: HashSet<(String, bool)>,
    breaks: Vec<String>,
}

fn breaking_changes(old: &Value, new: &Value) -> Vec<String> {
    let mut comparison = Comparison { old, new, seen: HashSet::new(), breaks: Vec::new() };
    for (path, item) in fields(&old["paths"]).filter(|(path, _)| path.starts_with("/v1/")) {
        for method in METHODS.iter().filter(|method| item.get(**method).is_some()) {
            comparison.operation(
                &format!("{} {path}", method.to_uppercase()),
                &item[*method],
                &new["paths"][path][*method],
            );
        }
    }
    comparison.breaks
}

fn fields(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn names(value: &Value) -> HashSet<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Follows a reference inside its document.
pub fn resolve<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).unwrap_or(&Value::Null),
        None => schema,
    }
}

impl Comparison<'_> {
    fn broken(&mut self, what: String) {
        self.breaks.push(what);
    }

    fn operation(&mut self, name: &str, old: &Value, new: &Value) {
        if new.is_null() {
            return self.broken(format!("{name} is gone"));
        }
        let asks_more = self.parameters(name, old, new);
        let open = |operation: &Value| {
            let needs = operation["security"].as_array().cloned().unwrap_or_default();
            needs.is_empty() || needs.contains(&json!({}))
        };
        if open(old) && !open(new) {
            self.broken(format!("{name} now needs a token"));
        }
        let body = "/requestBody/content/application~1json/schema";
        match (old.pointer(body), new.pointer(body)) {
            (Some(old), Some(new)) => self.schema(&format!("{name} body"), old, new, Way::Sent),
            (None, Some(_)) => self.broken(format!("{name} now needs a body")),
            (Some(_), None) => self.broken(format!("{name} takes no body any more")),
            (None, None) => {}
        }
        for (status, response) in fields(&old["responses"]).filter(|(status, _)| status.starts_with('2')) {
            let schema = |response: &Value| response.pointer("/content/application~1json/schema").cloned();
            let now = &new["responses"][status];
            match (schema(response), schema(now)) {
                _ if now.is_null() => self.broken(format!("{name} no longer answers {status}")),
                (Some(old), Some(new)) => {
                    let new = if asks_more { self.same_alternative(&old, new) } else { new };
                    self.schema(&format!("{name} {status}"), &old, &new, Way::Received);
                }
                (Some(_), None) => self.broken(format!("{name} {status} has no body any more")),
                (None, _) => {}
            }
        }
    }

    /// An operation with a new parameter may return another response to clients that send it: the old
    /// response must be one of the alternatives.
    fn same_alternative(&self, old: &Value, new: Value) -> Value {
        let union = resolve(self.new, &new)["oneOf"].as_array();
        let same = union.into_iter().flatten().find(|form| form["$ref"].is_string() && *form == old);
        same.cloned().unwrap_or(new)
    }

    /// Compares the parameters, and returns whether there are new ones.
    fn parameters(&mut self, name: &str, old: &Value, new: &Value) -> bool {
        let list = |operation: &Value| operation["parameters"].as_array().cloned().unwrap_or_default();
        let (olds, news) = (list(old), list(new));
        let same = |one: &Value, other: &Value| one["name"] == other["name"] && one["in"] == other["in"];
        for old in &olds {
            match news.iter().find(|new| same(old, new)) {
                Some(new) => self.schema(
                    &format!("{name} ?{}", old["name"]),
                    &old["schema"],
                    &new["schema"],
                    Way::Sent,
                ),
                None => self.broken(format!("{name} parameter {} is gone", old["name"])),
            }
        }
        for new in news.iter().filter(|new| new["required"] == true) {
            if !olds.iter().any(|old| same(old, new) && old["required"] == true) {
                self.broken(format!("{name} parameter {} is now required", new["name"]));
            }
        }
        news.iter().any(|new| !olds.iter().any(|old| same(old, new)))
    }

    fn schema(&mut self, place: &str, old: &Value, new: &Value, way: Way) {
        if let Some(reference) = old["$ref"].as_str()
            && !self.seen.insert((reference.to_owned(), way == Way::Sent))
        {
            return;
        }
        let (old, new) = (resolve(self.old, old).clone(), resolve(self.new, new).clone());
        let is_union = |schema: &Value| schema["oneOf"].is_array() || schema["anyOf"].is_array();
        let are_unions = is_union(&old) && is_union(&new);
        if types(&old) != types(&new) && !are_unions && !widened(&old, &new, way) {
            self.broken(format!("{place} was {} and is {}", old["type"], new["type"]));
        }
        self.values(place, &old, &new, way);
        self.properties(place, &old, &new, way);
        for part in ["items", "additionalProperties"] {
            // If the names are listed, there are no additional fields, so their type does not matter.
            let listed = part == "additionalProperties"
                && old["propertyNames"].is_object()
                && (new[part] == false || new["propertyNames"] == old["propertyNames"]);
            if old[part].is_object() && !listed {
                self.schema(&format!("{place}[]"), &old[part], &new[part], way);
            }
        }
        if let (Some(old), Some(new)) = (nullable(&old["oneOf"]), nullable(&new["oneOf"])) {
            // For clients, a nullable field is not a union: its content matters, not the name of the schema.
            return self.schema(place, old, new, way);
        }
        self.alternatives(place, &old, &new, way);
    }

    /// Alternatives keep their names or their tags, in whatever unions they are. Clients ignore unknown
    /// alternatives in responses, and never send them.
    fn alternatives(&mut self, place: &str, old: &Value, new: &Value, way: Way) {
        let tags = |document: &Value, form: &Value| -> BTreeMap<String, String> {
            let constant = |(field, schema): (&String, &Value)| {
                Some((field.clone(), schema["const"].as_str()?.to_owned()))
            };
            fields(&resolve(document, form)["properties"]).filter_map(constant).collect()
        };
        let now = forms(self.new, new);
        for form in forms(self.old, old) {
            let tag = tags(self.old, &form);
            let same = now.iter().find(|new| new["$ref"] == form["$ref"]);
            let same = same.or_else(|| now.iter().find(|new| !tag.is_empty() && tags(self.new, new) == tag));
            let name = form["$ref"].as_str().and_then(|path| path.rsplit('/').next()).unwrap_or_default();
            match same {
                Some(now) => self.schema(&format!("{place} {name}"), &form, now, way),
                None => self.broken(format!("{place} is no {name} any more")),
            }
        }
    }

    /// Values may be added to what clients receive, because enumerations are open, and to what they may send.
    fn values(&mut self, place: &str, old: &Value, new: &Value, way: Way) {
        let (before, now) = (names(&old["enum"]), names(&new["enum"]));
        if way == Way::Sent && !(before.is_subset(&now) || new.get("enum").is_none()) {
            self.broken(format!("{place} takes fewer values"));
        }
        if way == Way::Sent && before.is_empty() && !now.is_empty() {
            self.broken(format!("{place} is now an enumeration"));
        }
        if old["const"] != new["const"] && (way == Way::Sent || !old["const"].is_null()) {
            self.broken(format!("{place} was {} and is {}", old["const"], new["const"]));
        }
    }

    fn properties(&mut self, place: &str, old: &Value, new: &Value, way: Way) {
        for (name, schema) in fields(&old["properties"]) {
            match new["properties"].get(name) {
                Some(now) => self.schema(&format!("{place}.{name}"), schema, now, way),
                None => self.broken(format!("{place}.{name} is gone")),
            }
        }
        let (before, now) = (names(&old["required"]), names(&new["required"]));
        match way {
            Way::Sent => {
                let added: Vec<String> = now.difference(&before).map(ToString::to_string).collect();
                added.iter().for_each(|name| self.broken(format!("{place}.{name} is now required")));
            }
            Way::Received => {
                let lost: Vec<String> = before.difference(&now).map(ToString::to_string).collect();
                lost.iter().for_each(|name| self.broken(format!("{place}.{name} may now be missing")));
            }
        }
    }
}

/// Returns references to the alternatives of a union, and to those of the unions in it.
fn forms(document: &Value, union: &Value) -> Vec<Value> {
    let forms = [&union["oneOf"], &union["anyOf"]].map(Value::as_array).into_iter().flatten().flatten();
    let inner = |form: &Value| match forms_of(document, form) {
        forms if forms.is_empty() => vec![form.clone()],
        forms => forms,
    };
    forms.filter(|form| form["$ref"].is_string()).flat_map(inner).collect()
}

fn forms_of(document: &Value, form: &Value) -> Vec<Value> {
    forms(document, resolve(document, form))
}

/// Returns the schema in a union of a schema and null.
fn nullable(union: &Value) -> Option<&Value> {
    let forms = union.as_array().filter(|forms| forms.len() == 2)?;
    forms.iter().find(|form| form["type"] == "null")?;
    forms.iter().find(|form| form["$ref"].is_string())
}

fn types(schema: &Value) -> HashSet<&str> {
    schema["type"].as_str().map_or_else(|| names(&schema["type"]), |name| HashSet::from([name]))
}

/// Requests may accept more types; responses may contain fewer.
fn widened(old: &Value, new: &Value, way: Way) -> bool {
    let (before, now) = (types(old), types(new));
    match way {
        Way::Sent => now.is_empty() || (!before.is_empty() && before.is_subset(&now)),
        Way::Received => before.is_empty() || (!now.is_empty() && now.is_subset(&before)),
    }
}

#[test]
fn the_released_contract_is_not_broken() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/released.json"));
    let released: Value =
        serde_json::from_str(&text.expect("there is a released document")).expect("it is JSON");
    let document = lapidary::api::document::contract().document();
    let present = serde_json::to_value(document).expect("the document can be written");
    let mut breaks = breaking_changes(&released, &present);
    breaks.retain(|broken| !broken.contains(NULL_FROM_HOME) && broken != PASSWORD_TO_ERASE);
    assert_eq!(breaks, Vec::<String>::new());
}

/// A request may say that a stronghold comes from home by `from: null`. Responses have the same schema, but
/// never contain the null.
const NULL_FROM_HOME: &str = "SplendorActionPlaceStronghold.from was \"string\" and is [\"string\",\"null\"]";

/// Whoever finds an open client must not be able to erase the account of its owner. So erasing asks for the
/// password since the release after this document, and no client can erase an account without sending it.
const PASSWORD_TO_ERASE: &str = "DELETE /v1/me now needs a body";

/// Returns a document with one operation, for tests that break something.
fn small() -> Value {
    json!({
        "paths": {"/v1/things": {"post": {
            "parameters": [{"name": "dry_run", "in": "query", "schema": {"type": "boolean"}}],
            "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Make"}}}},
            "responses": {"201": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}}}
        }}},
        "components": {"schemas": {
            "Make": {"type": "object", "required": ["size"], "properties": {
                "size": {"type": "integer"}, "color": {"type": "string", "enum": ["white", "blue"]}}},
            "Thing": {"type": "object", "required": ["id"], "properties": {
                "id": {"type": "string"}, "kind": {"type": "string", "enum": ["a"]}, "note": {"type": ["string", "null"]},
                "shape": {"oneOf": [{"$ref": "#/components/schemas/Round"}]}}},
            "Round": {"type": "object", "properties": {
                "form": {"type": "string", "const": "round"}, "width": {"type": "integer"}}}
        }}
    })
}

fn broken_by(change: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut new = small();
    change(&mut new);
    breaking_changes(&small(), &new)
}

#[test]
fn every_kind_of_breaking_change_is_found() {
    const POST: &str = "/v1/things";
    let make = |new: &mut Value, change: fn(&mut Value)| change(&mut new["components"]["schemas"]["Make"]);
    let thing = |new: &mut Value, change: fn(&mut Value)| change(&mut new["components"]["schemas"]["Thing"]);
    let remove =
        |value: &mut Value, name: &str| value.as_object_mut().map(|fields| fields.shift_remove(name));
    assert_eq!(broken_by(|new| drop(remove(&mut new["paths"], POST))), ["POST /v1/things is gone"]);
    assert_eq!(
        broken_by(|new| new["paths"][POST]["post"]["parameters"] = json!([])),
        ["POST /v1/things parameter \"dry_run\" is gone"]
    );
    assert_eq!(
        broken_by(|new| new["paths"][POST]["post"]["security"] = json!([{"bearer": []}])),
        ["POST /v1/things now needs a token"]
    );
    assert_eq!(
        broken_by(|new| make(new, |make| make["required"] = json!(["size", "color"]))),
        ["POST /v1/things body.color is now required"]
    );
    assert_eq!(
        broken_by(|new| make(new, |make| make["properties"]["color"]["enum"] = json!(["white"]))),
        ["POST /v1/things body.color takes fewer values"]
    );
    assert_eq!(
        broken_by(|new| make(new, |make| make["properties"]["size"]["type"] = json!("string"))),
        ["POST /v1/things body.size was \"integer\" and is \"string\""]
    );
    assert_eq!(
        broken_by(|new| thing(new, |thing| thing["required"] = json!([]))),
        ["POST /v1/things 201.id may now be missing"]
    );
    assert_eq!(
        broken_by(|new| drop(remove(&mut new["components"]["schemas"]["Thing"]["properties"], "kind"))),
        ["POST /v1/things 201.kind is gone"]
    );
    let round = |new: &mut Value, change: fn(&mut Value)| change(&mut new["components"]["schemas"]["Round"]);
    assert_eq!(
        broken_by(|new| round(new, |round| round["properties"] =
            json!({"form": {"type": "string", "const": "round"}}))),
        ["POST /v1/things 201.shape Round.width is gone"]
    );
    assert_eq!(
        broken_by(|new| round(new, |round| round["properties"]["form"]["const"] = json!("oval"))),
        ["POST /v1/things 201.shape Round.form was \"round\" and is \"oval\""]
    );
    assert_eq!(
        broken_by(|new| thing(new, |thing| thing["properties"]["shape"]["oneOf"] = json!([]))),
        ["POST /v1/things 201.shape is no Round any more"]
    );
}

#[test]
fn additions_break_nothing() {
    let nothing: Vec<String> = Vec::new();
    assert_eq!(broken_by(|new| new["paths"]["/v1/more"] = json!({"get": {}})), nothing);
    let holding = |name: &str, fields: Value| {
        let mut document = small();
        let form = json!({"$ref": format!("#/components/schemas/{name}")});
        document["components"]["schemas"]["Thing"]["properties"]["shape"] =
            json!({"oneOf": [form, {"type": "null"}]});
        document["components"]["schemas"][name] = json!({"type": "object", "properties": fields});
        document
    };
    let width = json!({"width": {"type": "integer"}});
    let old = holding("Round", width.clone());
    assert_eq!(breaking_changes(&old, &holding("Circle", width)), nothing);
    assert_eq!(
        breaking_changes(&old, &holding("Circle", json!({}))),
        ["POST /v1/things 201.shape.width is gone"]
    );
    assert_eq!(
        broken_by(|new| {
            new["components"]["schemas"]["Thing"]["properties"]["more"] = json!({"type": "string"});
            new["components"]["schemas"]["Thing"]["properties"]["kind"]["enum"] = json!(["a", "b"]);
            new["components"]["schemas"]["Thing"]["properties"]["note"]["type"] = json!("string");
            new["components"]["schemas"]["Make"]["properties"]["more"] = json!({"type": "string"});
            new["components"]["schemas"]["Make"]["properties"]["color"]["enum"] =
                json!(["white", "blue", "red"]);
            let more = json!({"$ref": "#/components/schemas/Make"});
            let shapes = &mut new["components"]["schemas"]["Thing"]["properties"]["shape"]["oneOf"];
            shapes.as_array_mut().expect("there are shapes").push(more);
        }),
        nothing
    );
}

#[test]
fn alternatives_may_get_other_names_and_be_in_one_union() {
    let place = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    let shapes = |document: &mut Value, names: Value| {
        let forms: Vec<Value> =
            names.as_array().into_iter().flatten().filter_map(Value::as_str).map(place).collect();
        document["components"]["schemas"]["Shape"] = json!({"anyOf": forms});
        document["components"]["schemas"]["Thing"]["properties"]["shape"] = place("Shape");
        let schemas = &mut document["components"]["schemas"];
        schemas["Flat"] = json!({"oneOf": [place("Round")]});
        schemas["Circle"] = schemas["Round"].clone();
        schemas["Oval"] = schemas["Round"].clone();
        schemas["Oval"]["properties"]["form"]["const"] = json!("oval");
    };
    let mut old = small();
    shapes(&mut old, json!(["Flat"]));
    for (names, broken) in [
        (json!(["Flat"]), vec![]),
        (json!(["Round"]), vec![]),
        (json!(["Oval", "Circle"]), vec![]),
        (json!(["Oval"]), vec!["POST /v1/things 201.shape is no Round any more"]),
    ] {
        let mut new = small();
        shapes(&mut new, names.clone());
        assert_eq!(breaking_changes(&old, &new), broken, "{names}");
    }
}

#[test]
fn additional_fields_have_no_type_if_the_names_are_listed() {
    let set = |names: Value, further: Option<Value>| {
        let mut document = small();
        let thing = &mut document["components"]["schemas"]["Thing"];
        if !names.is_null() {
            thing["propertyNames"] = json!({"enum": names});
        }
        if let Some(further) = further {
            thing["additionalProperties"] = further;
        }
        document
    };
    let names = json!(["id", "kind", "note", "shape"]);
    let typed = Some(json!({"type": "integer"}));
    let nothing: Vec<String> = Vec::new();
    assert_eq!(breaking_changes(&set(names.clone(), typed.clone()), &set(names, None)), nothing);
    assert!(!breaking_changes(&set(Value::Null, typed), &set(Value::Null, None)).is_empty());
}

#[test]
fn an_answer_gains_alternatives_only_for_a_new_parameter() {
    let union = |new: &mut Value| {
        let answer = json!({"$ref": "#/components/schemas/ThingOrNote"});
        new["paths"]["/v1/things"]["post"]["responses"]["201"]["content"]["application/json"]["schema"] =
            answer;
        let forms =
            [json!({"$ref": "#/components/schemas/Thing"}), json!({"$ref": "#/components/schemas/Round"})];
        new["components"]["schemas"]["ThingOrNote"] = json!({"oneOf": forms});
    };
    let parameter = json!({"name": "verbose", "in": "query", "schema": {"type": "boolean"}});
    let add = |new: &mut Value| {
        let parameters = new["paths"]["/v1/things"]["post"]["parameters"].as_array_mut();
        parameters.expect("there are parameters").push(parameter.clone());
    };
    assert!(!broken_by(union).is_empty());
    let both = |new: &mut Value| {
        union(new);
        add(new);
    };
    assert_eq!(broken_by(both), Vec::<String>::new());
}
