//! Texts that a person shows to others: each string of each request has a rule for its characters, and
//! nothing is stored that breaks the rule of texts.

use std::collections::BTreeSet;

use diesel::sql_types::{BigInt, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use serde_json::{Map, Value, json};

use crate::app::{Answer, TestApp};
use crate::contract::{Operation, document, operations};

/// Texts that no field for texts accepts, each with the code point that the refusal names, and blank ones.
const HOSTILE: [(&str, &str); 6] = [
    ("abc\u{202e}def", "U+202E"),
    ("abc\u{200b}def", "U+200B"),
    ("abc\u{e0067}def", "U+E0067"),
    ("abc\u{200d}def", "U+200D"),
    ("   ", "blank"),
    ("\u{2800}\u{2800}\u{2800}", "blank"),
];

/// The strings of requests that are compared with something that the server knows, and never stored: names of
/// players and their beginnings, ids of pieces and games, rulesets and their modules, languages, cursors,
/// tickets. Every other string has an enumeration, a pattern or a format.
const LOOKED_UP: [&str; 38] = [
    "around",
    "base_pool",
    "bot",
    "card",
    "cursor",
    "deck",
    "discard",
    "first",
    "from",
    "games",
    "invited",
    "label",
    "lang",
    "leaving",
    "modules",
    "name",
    "new_players",
    "noble",
    "opponent",
    "organizer",
    "organizers",
    "player",
    "players",
    "pool",
    "post",
    "prefix",
    "reset",
    "route",
    "ruleset",
    "seated",
    "since",
    "theme",
    "ticket",
    "to",
    "until",
    "username",
    "virtual_gold",
    "options",
];

/// Returns the schema that a schema refers to.
fn resolved(schema: &Value) -> &Value {
    match schema["$ref"].as_str() {
        Some(reference) => document().pointer(reference.trim_start_matches('#')).expect("a schema"),
        None => schema,
    }
}

fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    ["oneOf", "anyOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten()
}

fn is_string(schema: &Value) -> bool {
    schema["type"] == "string"
        || schema["type"].as_array().is_some_and(|types| types.contains(&json!("string")))
}

fn is_text(schema: &Value) -> bool {
    schema["format"] == "text"
}

/// A string in a body: its field, its schema, and a body with a hostile text in its place.
struct Place {
    field: String,
    pointer: String,
    schema: Value,
    body: Value,
}

/// Returns all strings of a value with this schema; `base` is a value that is valid, as far as it is known.
fn places(schema: &Value, base: &Value, field: &str, hostile: &str) -> Vec<Place> {
    let schema = resolved(schema);
    if is_string(schema) {
        let (field, body) = (field.to_owned(), json!(hostile));
        return vec![Place { field, pointer: String::new(), schema: schema.clone(), body }];
    }
    let mut all: Vec<Place> =
        alternatives(schema).flat_map(|form| places(form, base, field, hostile)).collect();
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        for mut place in places(inner, &base[name], name, hostile) {
            let mut object = with_constants(schema, base);
            object.insert(name.clone(), place.body);
            place.body = object.into();
            place.pointer = format!("/{name}{}", place.pointer);
            all.push(place);
        }
    }
    if let Some(items) = schema.get("items") {
        for mut place in places(items, &base[0], field, hostile) {
            place.body = json!([place.body]);
            place.pointer = format!("/0{}", place.pointer);
            all.push(place);
        }
    }
    if schema["additionalProperties"].is_object() {
        for mut place in places(&schema["additionalProperties"], &Value::Null, field, hostile) {
            place.body = json!({hostile: place.body});
            all.push(place);
        }
    }
    all
}

/// Returns the fields of the example with the constants of the schema.
fn with_constants(schema: &Value, base: &Value) -> Map<String, Value> {
    let mut object = base.as_object().cloned().unwrap_or_default();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(constant) = resolved(field).get("const") {
            object.insert(name.clone(), constant.clone());
        }
    }
    object
}

fn places_of(operation: &Operation, hostile: &str) -> Vec<Place> {
    let body = operation.description.pointer("/requestBody/content/application~1json/schema");
    let example = operation.body().unwrap_or_else(|| json!({}));
    body.map(|schema| places(schema, &example, "", hostile)).unwrap_or_default()
}

/// Whether the schema says which characters the string may have, or is a secret that nobody is shown.
fn has_a_rule(schema: &Value) -> bool {
    ["enum", "const", "pattern"].iter().any(|key| schema.get(key).is_some())
        || schema["format"] == "uuid"
        || schema["format"] == "password"
}

#[tokio::test]
async fn every_string_of_a_request_has_a_rule_for_its_characters() {
    let app = TestApp::shared().await;
    let mut free: BTreeSet<String> = BTreeSet::new();
    let mut texts = 0;
    for operation in operations(&app).await.iter().filter(|one| one.path.starts_with("/v1/")) {
        let places = places_of(operation, "x");
        texts += places.iter().filter(|place| is_text(&place.schema)).count();
        free.extend(places.into_iter().filter(|place| !has_a_rule(&place.schema)).map(|place| place.field));
        let parameters = operation.description["parameters"].as_array().into_iter().flatten();
        for parameter in parameters.filter(|parameter| parameter["in"] == "query") {
            let schema = resolved(&parameter["schema"]);
            if is_string(schema) && !has_a_rule(schema) {
                free.insert(parameter["name"].as_str().expect("a name").to_owned());
            }
        }
    }
    assert!(texts >= 15, "{texts} fields for texts");
    let unruled: Vec<_> = free.iter().filter(|name| !LOOKED_UP.contains(&name.as_str())).collect();
    assert!(unruled.is_empty(), "give these the rule of texts, or say that they are looked up: {unruled:?}");
    let unused: Vec<_> = LOOKED_UP.iter().filter(|name| !free.contains(**name)).collect();
    assert!(unused.is_empty(), "no request has these strings: {unused:?}");
}

/// Returns where in the database a character is stored.
async fn stored(app: &TestApp, letter: char) -> Vec<String> {
    #[derive(diesel::QueryableByName)]
    struct Named {
        #[diesel(sql_type = Text)]
        name: String,
    }
    #[derive(diesel::QueryableByName)]
    struct Counted {
        #[diesel(sql_type = BigInt)]
        count: i64,
    }
    let mut database = AsyncPgConnection::establish(&app.database_url).await.expect("the database answers");
    let tables =
        "SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public'";
    let tables: Vec<Named> = diesel::sql_query(tables).load(&mut database).await.expect("the tables");
    assert!(tables.len() > 20, "{} tables", tables.len());
    let mut found = Vec::new();
    for Named { name } in tables {
        let query =
            format!("SELECT count(*) AS count FROM \"{name}\" AS stored WHERE strpos(stored::text, $1) > 0");
        let counted: Counted = diesel::sql_query(query)
            .bind::<Text, _>(letter.to_string())
            .get_result(&mut database)
            .await
            .expect("a count");
        if counted.count > 0 {
            found.push(name);
        }
    }
    found
}

/// Returns the path of an operation, about what exists: a waiting game, a draft of a tournament, the player
/// `ada`.
fn path(operation: &Operation, game: &str, tournament: &str) -> String {
    let known = operation.path.replace("/games/{id}", &format!("/games/{game}"));
    let known = known.replace("/tournaments/{id}", &format!("/tournaments/{tournament}"));
    let known = known.replace("/bots/{username}", "/bots/ada-bot").replace("{username}", "ada");
    let description = operation.description.clone();
    Operation { method: operation.method.clone(), path: known, description }.example()
}

#[tokio::test]
async fn no_hostile_text_is_stored_by_any_field_or_parameter() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let id = |answer: Answer| answer.json["id"].as_str().expect("an id").to_owned();
    let game = id(ada.post("/v1/games", json!({"ruleset": "splendor", "seats": 2})).await.expect(201));
    let event = json!({"name": "ab", "ruleset": "splendor", "format": "swiss", "seats": 2, "rounds": 2});
    let tournament = id(ada.post("/v1/tournaments", event).await.expect(201));
    ada.post("/v1/me/bots", json!({"username": "ada-bot"})).await.expect(201);
    for operation in operations(&app).await.iter().filter(|one| one.path.starts_with("/v1/")) {
        let (name, path) = (operation.name(), path(operation, &game, &tournament));
        for (hostile, named) in HOSTILE {
            for place in places_of(operation, hostile) {
                let request = ada.request(operation.method.clone(), &path).json(&place.body);
                let answer = Answer::to(request).await;
                if is_text(&place.schema) {
                    let refused = answer.expect_problem(422, "validation_failed");
                    let faults = refused.json["errors"].as_array().expect("faults");
                    let fault = faults.iter().find(|fault| fault["pointer"] == *place.pointer);
                    let detail = fault.and_then(|fault| fault["detail"].as_str()).unwrap_or_default();
                    assert!(detail.contains(named), "{name} {}: {}", place.pointer, refused.text);
                }
            }
            let parameters = operation.description["parameters"].as_array().into_iter().flatten();
            for parameter in parameters.filter(|parameter| parameter["in"] == "query") {
                let parameter = parameter["name"].as_str().expect("a name");
                let value: String = hostile.bytes().map(|byte| format!("%{byte:02x}")).collect();
                let request = ada.request(operation.method.clone(), &format!("{path}?{parameter}={value}"));
                Answer::to(match operation.body() {
                    Some(body) => request.json(&body),
                    None => request,
                })
                .await;
            }
        }
    }
    for letter in ['\u{202e}', '\u{200b}', '\u{e0067}', '\u{200d}', '\u{2800}'] {
        assert_eq!(stored(&app, letter).await, [""; 0], "{letter:?}");
    }
}

#[tokio::test]
async fn a_text_is_stored_trimmed_and_composed_and_found_in_every_spelling() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let open = |label: &str| json!({"ruleset": "splendor", "seats": 2, "label": label});
    let game = ada.post("/v1/games", open(" \u{a0}Cafe\u{301} ")).await.expect(201);
    assert_eq!(game.json["label"], "Caf\u{e9}");
    for spelling in ["Caf%C3%A9", "Cafe%CC%81", "%20Caf%C3%A9%20"] {
        let found = ada.get(&format!("/v1/games?label={spelling}")).await.expect(200);
        assert_eq!(found.json["items"].as_array().map(Vec::len), Some(1), "{spelling}");
    }
    let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}";
    for label in
        [family, "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}", "\u{915}\u{94d}\u{200d}\u{937}"]
    {
        let game = ada.post("/v1/games", open(label)).await.expect(201);
        assert_eq!(game.json["label"], label);
    }
}

#[tokio::test]
async fn the_length_of_a_text_is_that_of_what_is_stored() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    let open =
        |label: String| ada.post("/v1/games", json!({"ruleset": "splendor", "seats": 2, "label": label}));
    let game = open(format!("  {}  ", "e\u{301}".repeat(80))).await.expect(201);
    assert_eq!(game.json["label"], "\u{e9}".repeat(80));
    // Composing makes two characters of U+0958.
    open("\u{958}".repeat(40)).await.expect(201);
    let refused = open("\u{958}".repeat(41)).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/label"], "{}", refused.text);
}
