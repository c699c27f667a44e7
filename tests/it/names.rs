//! The names of the contract: generators of clients make classes, files, functions and constants of them, in
//! the spelling of their language. Names that differ only in case or in separators become one.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

fn document() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi/openapi.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("the document")).expect("JSON")
}

/// Returns a name in `snake_case`, as generators write it: `logIn`, `LogIn` and `log-in` are equal.
fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (place, letter) in letters.iter().enumerate() {
        let before = place.checked_sub(1).and_then(|before| letters.get(before));
        let begins_word = letter.is_uppercase()
            && before.is_some_and(|before| {
                !before.is_uppercase() || letters.get(place + 1).is_some_and(|after| after.is_lowercase())
            });
        if (begins_word || !letter.is_alphanumeric()) && !snake.ends_with('_') {
            snake.push('_');
        }
        if letter.is_alphanumeric() {
            snake.extend(letter.to_lowercase());
        }
    }
    snake.trim_matches('_').to_owned()
}

/// Returns the names that are equal once they are spelled like this.
fn equal<'a>(names: impl IntoIterator<Item = &'a str>, spell: fn(&str) -> String) -> Vec<Vec<&'a str>> {
    let mut spelled: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for name in names {
        spelled.entry(spell(name)).or_default().push(name);
    }
    spelled.into_values().filter(|names| names.len() > 1).collect()
}

/// Returns a name without case and separators.
fn bare(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Calls `check` for every value of the document, with its JSON pointer.
fn visit<'a>(value: &'a Value, pointer: &str, check: &mut impl FnMut(&str, &'a Value)) {
    check(pointer, value);
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| visit(field, &format!("{pointer}/{name}"), check));
        }
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(place, item)| visit(item, &format!("{pointer}/{place}"), check));
        }
        _ => {}
    }
}

fn texts(value: &Value) -> impl Iterator<Item = &str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// Returns the places with names that become equal.
fn clashes(document: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut note = |place: &str, names: Vec<Vec<&str>>| {
        found.extend(names.into_iter().map(|names| format!("{place}: {}", names.join(", "))));
    };
    // A schema becomes a file and a class: Java and PHP on some systems, Ruby and Dart by their own rules,
    // ignore the case.
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    note("schemas", equal(schemas.keys().map(String::as_str), bare));
    let mut operations = Vec::new();
    visit(document, "", &mut |pointer, value| {
        if let Some(id) = value.get("operationId").and_then(Value::as_str) {
            operations.push(id);
            let parameters = value["parameters"].as_array().into_iter().flatten();
            let names = parameters.filter_map(|parameter| parameter["name"].as_str());
            note(&format!("{id}, parameters"), equal(names, snake_case));
        }
        if let Some(fields) = value.get("properties").and_then(Value::as_object) {
            note(pointer, equal(fields.keys().map(String::as_str), snake_case));
        }
        for list in ["enum", "x-extensible-enum"] {
            note(pointer, equal(value.get(list).into_iter().flat_map(texts), snake_case));
        }
        if let Some(types) = value.pointer("/discriminator/mapping").and_then(Value::as_object) {
            note(pointer, equal(types.keys().map(String::as_str), snake_case));
        }
    });
    note("operations", equal(operations, bare));
    found.sort_unstable();
    found
}

#[test]
fn no_two_names_of_the_contract_become_equal_in_a_generated_client() {
    assert_eq!(clashes(&document()), Vec::<String>::new());
}

#[test]
fn names_that_become_equal_are_found() {
    let field = |name: &str| (name.to_owned(), serde_json::json!({"type": "string"}));
    let fields = |names: [&str; 2]| serde_json::Map::from_iter(names.map(field));
    let document = serde_json::json!({
        "paths": {
            "/a": {"get": {"operationId": "getA", "parameters": [{"name": "if-match"}, {"name": "If_Match"}]}},
            "/b": {"get": {"operationId": "get_a"}},
        },
        "components": {"schemas": {
            "LogIn": {"properties": fields(["userName", "user_name"])},
            "Login": {"enum": ["in-play", "in_play", "other"]},
            "Other": {"discriminator": {"mapping": {"A-b": "#", "a_b": "#"}}, "properties": fields(["a", "b"])},
        }},
    });
    assert_eq!(
        clashes(&document),
        [
            "/components/schemas/LogIn: userName, user_name",
            "/components/schemas/Login: in-play, in_play",
            "/components/schemas/Other: A-b, a_b",
            "getA, parameters: if-match, If_Match",
            "operations: getA, get_a",
            "schemas: LogIn, Login",
        ]
    );
    let spelled = ["LogIn2FA", "logIn2fa", "log-in_2FA", "HTTPServer"].map(snake_case);
    assert_eq!(spelled, ["log_in2_fa", "log_in2fa", "log_in_2_fa", "http_server"]);
}
