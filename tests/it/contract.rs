//! The contract: the server behaves as the document says, for every operation.

use std::collections::HashMap;

use jsonschema::Validator;
use reqwest::Method;
use serde_json::{Map, Value, json};

use crate::app::{Answer, Caller, TestApp};
use crate::compatibility::resolve;

/// Operations that need no token, one on each line.
const PUBLIC: &str = include_str!("public_operations.txt");

/// An operation of the document.
pub struct Operation {
    pub method: Method,
    pub path: String,
    pub description: Value,
}

impl Operation {
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    fn is_public(&self) -> bool {
        PUBLIC.lines().any(|line| line == self.name())
    }

    /// Returns the path with a value for each parameter.
    pub fn example(&self) -> String {
        let mut path = self.path.clone();
        while let Some((start, rest)) = path.clone().split_once('{') {
            let (name, end) = rest.split_once('}').expect("a parameter ends");
            let value = if name.ends_with("id") { "0190a000-0000-7000-8000-000000000000" } else { "nobody" };
            path = format!("{start}{value}{end}");
        }
        path
    }

    /// Returns the query that the operation requires, with a value for each parameter; empty if it requires
    /// none.
    pub fn required_query(&self) -> String {
        let parameters = self.description["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
        let required = parameters.iter().filter(|known| known["in"] == "query" && known["required"] == true);
        let query: Vec<String> =
            required.filter_map(|known| Some(format!("{}=1", known["name"].as_str()?))).collect();
        if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) }
    }

    /// Returns the example body of the document, assembled from the examples of its fields if there is none
    /// for the whole body.
    pub fn body(&self) -> Option<Value> {
        let schema =
            self.description.pointer("/requestBody/content/application~1json/schema/$ref")?.as_str()?;
        let schema = document().pointer(schema.trim_start_matches('#'))?;
        let fields = schema["properties"].as_object()?.iter();
        let example = fields.filter_map(|(name, field)| Some((name.clone(), field.get("example")?.clone())));
        Some(schema.get("example").cloned().unwrap_or_else(|| example.collect()))
    }

    pub async fn send(&self, caller: &Caller<'_>) -> Answer {
        self.send_to(caller, &self.example()).await
    }

    pub async fn send_to(&self, caller: &Caller<'_>, path: &str) -> Answer {
        let query = if path.contains('?') { String::new() } else { self.required_query() };
        let request = caller.request(self.method.clone(), &format!("{path}{query}"));
        Answer::to(match self.body() {
            Some(body) => request.json(&body),
            None => request,
        })
        .await
    }
}

/// Returns every operation of the document.
pub async fn operations(app: &TestApp) -> Vec<Operation> {
    let document = app.anonymous().get("/openapi.json").await.expect(200).json;
    let paths = document["paths"].as_object().expect("the document has paths").clone();
    paths
        .into_iter()
        .flat_map(|(path, item)| {
            let methods = item.as_object().expect("a path has methods").clone();
            methods.into_iter().map(move |(method, description)| Operation {
                method: method.to_uppercase().parse().expect("a method"),
                path: path.clone(),
                description,
            })
        })
        .collect()
}

#[tokio::test]
async fn every_operation_checks_who_may_call_it() {
    let app = TestApp::spawn().await;
    for operation in operations(&app).await {
        let name = operation.name();
        let anonymous = operation.send(&app.anonymous()).await;
        let needs_token = anonymous.status == 401 && anonymous.json["code"] == "unauthenticated";
        assert_eq!(needs_token, !operation.is_public(), "{name} without a token: {}", anonymous.text);
        let declared = operation.description["security"].as_array().is_some_and(|needs| !needs.is_empty());
        let optional =
            operation.description["security"].as_array().is_some_and(|needs| needs.contains(&json!({})));
        assert_eq!(needs_token, declared && !optional, "{name} declares the token it needs");
    }
}

#[tokio::test]
async fn every_operation_refuses_wrong_credentials() {
    let (app, other) = (TestApp::spawn().await, TestApp::spawn().await);
    let foreign = other.user("ada").await;
    for operation in operations(&app).await.iter().filter(|operation| operation.path.starts_with("/v1/")) {
        let name = operation.name();
        for token in ["wrong", "", "a.b.c", foreign.token()] {
            let wrong = operation.send(&app.with_token(token)).await.expect_problem(401, "unauthenticated");
            assert!(wrong.header("www-authenticate").starts_with("Bearer"), "{name} with {token}");
        }
        let request = app.anonymous().request(operation.method.clone(), &operation.example());
        let basic = Answer::to(request.basic_auth("ada", Some("correct horse battery"))).await;
        assert_eq!(basic.json["code"], "unauthenticated", "{name} with a password: {}", basic.text);
    }
}

#[tokio::test]
async fn no_operation_reveals_a_private_game_to_a_stranger() {
    let app = TestApp::spawn().await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    let terms = json!({"ruleset": "splendor", "seats": 2, "visibility": "private"});
    let game = ada.post("/v1/games", terms).await.expect(201).json["id"].as_str().expect("an id").to_owned();
    let mut operations = operations(&app).await;
    operations.retain(|operation| operation.path.starts_with("/v1/games/{id}"));
    assert!(operations.len() > 10);
    for operation in operations {
        let path = operation.path.replace("{id}", &game).replace("{username}", "eve");
        operation.send_to(&eve, &path).await.expect_problem(404, "not_found");
        if operation.is_public() {
            operation.send_to(&app.anonymous(), &path).await.expect_problem(404, "not_found");
        }
    }
}

#[tokio::test]
async fn the_list_of_public_operations_names_operations_that_exist() {
    let app = TestApp::spawn().await;
    let names: Vec<String> = operations(&app).await.iter().map(Operation::name).collect();
    for line in PUBLIC.lines() {
        assert!(names.iter().any(|name| name == line), "{line} is no operation");
    }
}

#[tokio::test]
async fn every_operation_is_described() {
    let app = TestApp::shared().await;
    for operation in operations(&app).await {
        let name = operation.name();
        let has_text =
            |field: &str| operation.description[field].as_str().is_some_and(|text| !text.is_empty());
        assert!(
            has_text("summary") && has_text("description") && has_text("operationId"),
            "{name} has a summary, a description and an id"
        );
        assert!(
            operation.description["tags"].as_array().is_some_and(|tags| !tags.is_empty()),
            "{name} has a tag"
        );
        for (status, response) in operation.description["responses"].as_object().expect("there are responses")
        {
            let response = resolve(document(), response);
            assert!(
                !response["description"].as_str().unwrap_or_default().is_empty(),
                "{name} says what {status} means"
            );
            if status == "default" || status.starts_with(['4', '5']) {
                let is_oauths = operation.path.starts_with("/oauth/")
                    && response["content"].get("application/json").is_some();
                let is_page =
                    operation.path.starts_with("/oauth/") && response["content"].get("text/html").is_some();
                assert!(
                    is_oauths || is_page || response["content"].get("application/problem+json").is_some(),
                    "{name} {status} is a problem"
                );
            }
        }
    }
}

pub fn document() -> &'static Value {
    lapidary::api::document::contract().document()
}

/// Calls `see` with every object in a part of the document and its place.
fn walk(part: &Value, place: &str, see: &mut impl FnMut(&Value, &str)) {
    match part {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| walk(item, &format!("{place}/{index}"), see));
        }
        Value::Object(fields) => {
            see(part, place);
            fields.iter().for_each(|(name, field)| walk(field, &format!("{place}/{name}"), see));
        }
        _ => {}
    }
}

#[test]
fn every_operation_has_an_id_of_its_own() {
    let mut ids = Vec::new();
    walk(&document()["paths"], "", &mut |part, _| {
        ids.extend(part["operationId"].as_str().map(str::to_owned))
    });
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count);
}

#[test]
fn every_error_code_is_documented_at_an_operation() {
    let paths = document()["paths"].to_string();
    let shared = document()["components"]["responses"].as_object().expect("responses that operations share");
    let mut text = paths.clone();
    for (name, response) in shared {
        assert!(
            paths.contains(&format!("\"#/components/responses/{name}\"")),
            "no operation refers to {name}"
        );
        text += &response.to_string();
    }
    // These codes belong to no operation: one is for methods without one, the other for what never becomes a
    // request.
    let elsewhere = ["method_not_allowed", "head_too_large"];
    let names = lapidary::api::Code::ALL.map(lapidary::api::Code::name);
    let unnamed: Vec<&str> = names.into_iter().filter(|name| !text.contains(&format!("`{name}`"))).collect();
    assert_eq!(unnamed, elsewhere);
}

#[test]
fn the_guide_lists_every_operation_that_takes_a_key() {
    let guide = include_str!("../../docs/retries.md");
    let rows =
        guide.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | `").map(|(id, _)| id));
    let mut listed: Vec<&str> = rows.collect();
    listed.sort_unstable();
    let operations = lapidary::api::document::contract().operations().iter();
    let mut keyed: Vec<&str> = operations
        .filter(|operation| operation.codes().contains(&lapidary::api::Code::IdempotencyKeyReused))
        .map(|operation| operation.id())
        .collect();
    keyed.sort_unstable();
    assert_eq!(listed, keyed);
}

#[test]
fn schemas_are_flat_objects_and_named_alternatives() {
    for (name, schema) in document()["components"]["schemas"].as_object().expect("there are schemas") {
        assert!(name.chars().all(char::is_alphanumeric), "{name} is a word");
        let mut wrong = Vec::new();
        walk(schema, name, &mut |part, place| {
            let alternatives = part["oneOf"].as_array().into_iter().chain(part["anyOf"].as_array()).flatten();
            let nameless =
                alternatives.filter(|form| form["$ref"].is_null() && form["type"] != "null").count();
            if part.get("allOf").is_some() || nameless > 0 {
                wrong.push(place.to_owned());
            }
        });
        assert_eq!(wrong, Vec::<String>::new());
    }
}

#[test]
fn unions_with_a_tag_have_a_discriminator() {
    let tag = |name: &str| document()["components"]["schemas"][name]["discriminator"]["propertyName"].clone();
    for name in ["Action", "Effect", "ExportAction", "ExportEffect", "SplendorAction", "KidsAction", "Event"]
    {
        assert_eq!(tag(name), "type", "{name}");
    }
    for name in ["Game", "Started"] {
        assert_eq!(tag(name), "ruleset", "{name}");
    }
    assert_eq!(tag("WantedClock"), "kind");
}

/// Unions whose alternatives are selected by a field beside them.
const SELECTED_ELSEWHERE: [&str; 1] = ["MergedFrameBody"];

#[test]
fn a_reader_that_ignores_unknown_fields_tells_alternatives_apart() {
    let mut unions = 0;
    for (name, schema) in document()["components"]["schemas"].as_object().expect("there are schemas") {
        if SELECTED_ELSEWHERE.contains(&name.as_str()) {
            continue;
        }
        walk(schema, name, &mut |part, place| {
            let forms: Vec<&Value> = [&part["oneOf"], &part["anyOf"]]
                .map(Value::as_array)
                .into_iter()
                .flatten()
                .flatten()
                .collect();
            unions += usize::from(!forms.is_empty());
            for (count, one) in forms.iter().enumerate() {
                for other in &forms[..count] {
                    assert!(are_apart(one, other), "{place}: {one} and {other} can have the same value");
                }
            }
        });
    }
    assert!(unions > 20, "{unions} unions");
}

/// Whether no value is read by both schemas, also where unknown fields are ignored.
fn are_apart(one: &Value, other: &Value) -> bool {
    let (one, other) = (resolve(document(), one), resolve(document(), other));
    for (union, schema) in [(one, other), (other, one)] {
        if let Some(forms) = union["oneOf"].as_array() {
            return forms.iter().all(|form| are_apart(form, schema));
        }
    }
    let types = |schema: &Value| match &schema["type"] {
        Value::Array(types) => types.clone(),
        only => vec![only.clone()],
    };
    let of_one = types(one);
    let is_shared = types(other).iter().any(|kind| of_one.contains(kind) || kind.is_null());
    if !is_shared && !of_one.contains(&Value::Null) {
        return true;
    }
    match (one.get("const"), other.get("const")) {
        (Some(value), Some(other)) => value != other,
        _ => requires_another(one, other) && requires_another(other, one),
    }
}

/// Whether the schema requires a field that no value of the other one has like this.
fn requires_another(schema: &Value, other: &Value) -> bool {
    let mut names = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    names.any(|name| {
        let field = &schema["properties"][name];
        other["properties"].get(name).is_none_or(|same| are_apart(field, same))
    })
}

#[test]
fn no_name_of_a_schema_is_one_that_generators_derive_from_another() {
    let schemas = document()["components"]["schemas"].as_object().expect("there are schemas");
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    let mut derived: HashMap<String, String> = HashMap::new();
    let forms = ["", "New*", "New*WithDefaults", "Nullable*", "NewNullable*", "*Request", "*Response"];
    for (name, form) in schemas.keys().flat_map(|name| forms.map(|form| (name, form))) {
        let word = if form.is_empty() { name.clone() } else { form.replace('*', name) };
        if let Some(other) = derived.insert(plain(&word), name.clone()) {
            panic!("generators derive {word} from both {name} and {other}");
        }
    }
}

#[test]
fn request_schemas_are_closed_and_response_schemas_are_open() {
    let schemas = &document()["components"]["schemas"];
    for name in
        ["CreateAccount", "CreateGame", "JoinGame", "PlayTurn", "WantedClockNone", "SplendorActionBuy"]
    {
        assert_eq!(schemas[name]["additionalProperties"], false, "{name}");
    }
    for name in ["SplendorGame", "KidsGame", "Problem", "Me", "Entry"] {
        assert!(schemas[name].get("additionalProperties").is_none(), "{name}");
    }
    for name in ["Code", "By", "Role", "ExportBy"] {
        assert!(
            schemas[name].get("enum").is_none() && schemas[name]["x-extensible-enum"].is_array(),
            "{name}"
        );
    }
    assert_eq!(
        schemas["SplendorGame"]["required"].as_array().map(|names| names.contains(&json!("to_act"))),
        Some(true)
    );
}

/// Returns the schemas to which a schema refers, also through others: compiling all of them takes long.
fn schemas_of(schema: &Value) -> Map<String, Value> {
    let all = &document()["components"]["schemas"];
    let (mut found, mut waiting) = (Map::new(), vec![schema]);
    while let Some(part) = waiting.pop() {
        let mut names = Vec::new();
        walk(part, "", &mut |part, _| {
            names.extend(
                part["$ref"]
                    .as_str()
                    .and_then(|place| place.strip_prefix("#/components/schemas/"))
                    .map(str::to_owned),
            );
        });
        for name in names {
            if !found.contains_key(&name) {
                waiting.push(&all[&name]);
                found.insert(name.clone(), all[&name].clone());
            }
        }
    }
    found
}

/// Compiled schemas of the document, so that each is compiled once.
#[derive(Default)]
struct Schemas(HashMap<String, Validator>);

impl Schemas {
    /// Returns what is wrong with an example of this schema.
    fn faults(&mut self, schema: &Value, example: &Value) -> Vec<String> {
        let validator = self.0.entry(schema.to_string()).or_insert_with(|| {
            let mut whole = schema.clone();
            whole["components"] = json!({"schemas": schemas_of(schema)});
            let validator = jsonschema::draft202012::options().should_validate_formats(true).build(&whole);
            validator.unwrap_or_else(|error| panic!("{schema} is no schema: {error}"))
        });
        validator.iter_errors(example).map(|error| error.to_string()).collect()
    }
}

#[test]
fn every_example_matches_its_schema() {
    let mut examples = 0;
    let mut schemas = Schemas::default();
    let mut check = |schema: &Value, example: &Value, place: &str| {
        assert_eq!(schemas.faults(schema, example), Vec::<String>::new(), "{place}: {example}");
        examples += 1;
    };
    walk(document(), "", &mut |part, place| {
        // A field may be named `example`; a real example is next to a `type`, or next to the `schema` of a
        // parameter.
        let schema = if part.get("in").is_some() { &part["schema"] } else { part };
        let is_schema = schema.get("type").is_some() || schema.get("$ref").is_some();
        let several = part.get("examples").and_then(Value::as_array).into_iter().flatten();
        for example in part.get("example").into_iter().chain(several).filter(|_| is_schema) {
            check(schema, example, place);
        }
    });
    assert!(examples > 50, "{examples} examples");
}

#[test]
fn the_document_in_the_repository_is_current() {
    let kept = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/openapi.json"))
        .unwrap_or_default();
    let now = serde_json::to_string_pretty(document()).expect("the document can be written") + "\n";
    assert!(kept == now, "run `cargo run -- openapi > openapi/openapi.json` and review the difference");
}

#[test]
fn every_response_has_an_example_that_matches_its_schema() {
    let mut schemas = Schemas::default();
    for (path, item) in document()["paths"].as_object().expect("the document has paths") {
        for (method, operation) in item.as_object().expect("a path has methods") {
            for (status, answer) in operation["responses"].as_object().expect("an operation has answers") {
                let answer = resolve(document(), answer);
                for media_type in ["application/json", "application/problem+json"] {
                    if let Some(content) = answer["content"].get(media_type) {
                        assert_shown(&format!("{method} {path} {status}"), content, &mut schemas);
                    }
                }
            }
        }
    }
}

/// Asserts that JSON content has an example that matches its schema; the `default` response needs none.
fn assert_shown(name: &str, content: &Value, schemas: &mut Schemas) {
    let several = content["examples"].as_object().into_iter().flat_map(|examples| examples.values());
    let shown: Vec<&Value> = content
        .get("example")
        .into_iter()
        .chain(several.map(|each| &resolve(document(), each)["value"]))
        .collect();
    assert!(!shown.is_empty() || name.ends_with(" default"), "{name} shows no example");
    for example in shown {
        let faults = schemas.faults(&content["schema"], example);
        assert!(faults.is_empty(), "{name}: {faults:?} in {example}");
    }
}

#[test]
fn open_enumerations_list_their_current_values() {
    let mut unnamed = Vec::new();
    walk(&document()["components"]["schemas"], "", &mut |part, place| {
        let says_open = part["description"].as_str().is_some_and(|text| text.contains("alues may be added"));
        if says_open
            && part["type"] != "object"
            && part.get("$ref").is_none()
            && part["x-extensible-enum"].as_array().is_none_or(|words| words.is_empty())
        {
            unnamed.push(place.to_owned());
        }
    });
    assert_eq!(unnamed, Vec::<String>::new());
    let known = |schema: &str, field: &str| {
        let field = &document()["components"]["schemas"][schema]["properties"][field];
        let words: Vec<String> = serde_json::from_value(field["x-extensible-enum"].clone()).expect("words");
        let text = field["description"].as_str().expect("a description").to_owned();
        assert!(words.iter().all(|word| text.contains(&format!("`{word}`"))), "{schema}: {text}");
        words
    };
    use lapidary::engine::{kids, outcome::Reason, splendor};
    assert_eq!(known("GameResult", "reason"), Reason::ALL.map(Reason::name));
    let decisions = known("ToAct", "decision");
    assert_eq!(decisions, known("LegalActions", "decision"));
    assert_eq!(decisions, known("EffectStepLapsed", "step"));
    let of_splendor = splendor::action::Decision::ALL.map(splendor::action::Decision::name);
    let all = of_splendor.into_iter().chain(kids::action::Decision::ALL.map(kids::action::Decision::name));
    for word in all {
        assert!(decisions.iter().any(|decision| decision == word), "{word}");
    }
}
