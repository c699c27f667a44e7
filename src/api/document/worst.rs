//! The requests that are most expensive to refuse, generated from the contract. A benchmark and a test use
//! them to limit the cost of a refusal.
//!
//! It knows schemas and the limits on requests. It knows no operation, so it covers new ones automatically.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use super::contract;
use crate::Problem;
use crate::contract::describe::{Description, Reader};
use crate::extract::{BODY_BYTES_MAX, read_body};
use crate::games::turn::PlayTurn;
use crate::oauth::Parameters;
use crate::operation::{self, Operation, Operations, Protocol};
use crate::puzzles::body::AnswerPuzzle;
use crate::routes;
use lapidary_engine::kids::variant::Variant;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::splendor::module::Modules;

/// The maximum size of a query here, in bytes. The HTTP layer accepts addresses up to 64 KiB.
const QUERY_BYTES: usize = 63 * 1024;
/// The maximum depth of the search for nested values in a schema.
const SCHEMA_DEPTH: usize = 8;
/// Values that are wrong in most places, and the most expensive ones for their size.
const WRONG: [&str; 7] = ["0", "[]", "{}", "null", r#""""#, r#""\u0000""#, r#"{"type":"take","a":0}"#];

/// What reads the JSON bodies, by the names of their schemas.
static READERS: LazyLock<HashMap<String, Reader>> = LazyLock::new(|| {
    let read = routes::descriptions().into_iter().filter_map(Description::into_body);
    // The actions of these two are read once the ruleset is known.
    let later = [("PlayTurn", turn as Reader), ("AnswerPuzzle", answer)];
    read.chain(later.map(|(name, reader)| (name.to_owned(), reader))).collect()
});

/// A request that is refused.
#[derive(Debug)]
pub struct Costly {
    /// The id of the operation.
    pub operation: &'static str,
    /// The part of the request that makes it expensive.
    pub part: Part,
}

/// A part of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A JSON body, and the name of its schema.
    Json(String, String),
    /// A body with the fields of a form.
    Form(String),
    /// A query.
    Query(String),
}

impl Costly {
    /// Processes this part like the server until a refusal. Returns whether it is refused.
    pub fn is_refused(&self) -> bool {
        match &self.part {
            Part::Json(schema, text) => {
                READERS.get(schema).is_some_and(|read| read(text.as_bytes()).is_err())
            }
            Part::Form(text) => Parameters::parse(text.as_bytes()).is_err(),
            Part::Query(query) => {
                let found = operations().iter().find(|operation| operation.id() == self.operation);
                found.is_some_and(|operation| refuses_query(operation, query))
            }
        }
    }
}

fn operations() -> &'static Operations {
    contract().operations()
}

fn refuses_query(operation: &Operation, query: &str) -> bool {
    match operation.protocol() {
        Protocol::Api => operation::accept_query(operation, query).is_err(),
        Protocol::OAuth | Protocol::OAuthPages => Parameters::parse(query.as_bytes()).is_err(),
    }
}

/// Reads an answer to a puzzle, whose ruleset is always Splendor.
fn answer(bytes: &[u8]) -> Result<(), Problem> {
    let (answer, _) = read_body::<AnswerPuzzle>(bytes, true)?;
    answer.proposals(Ruleset::Splendor(Modules::NONE)).map(drop).map_err(Problem::validation)
}

/// Reads a turn of either ruleset.
fn turn(bytes: &[u8]) -> Result<(), Problem> {
    let (turn, _) = read_body::<PlayTurn>(bytes, true)?;
    let mut rulesets = [Ruleset::Splendor(Modules::NONE), Ruleset::Kids(Variant::Full)].into_iter();
    rulesets.try_for_each(|ruleset| turn.proposals(ruleset).map(drop)).map_err(Problem::validation)
}

/// Returns the requests for every operation of the contract.
pub fn requests() -> Vec<Costly> {
    LazyLock::force(&READERS);
    let document = contract().document();
    let mut all = Vec::new();
    for operation in operations().iter() {
        let mut add = |part| all.push(Costly { operation: operation.id(), part });
        queries(operation).into_iter().map(Part::Query).for_each(&mut add);
        let content = &document["paths"][operation.path()][operation.method()]["requestBody"]["content"];
        if let Some(name) = schema_name(&content["application/json"]["schema"]) {
            let body = |text| Part::Json(name.to_owned(), text);
            bodies_of(&json!({"$ref": reference(name)})).into_iter().map(body).for_each(&mut add);
        }
        if content.get("application/x-www-form-urlencoded").is_some() {
            names(BODY_BYTES_MAX).into_iter().map(Part::Form).for_each(&mut add);
        }
    }
    all
}

/// Returns queries with many names: different ones, and one known name many times.
fn queries(operation: &Operation) -> Vec<String> {
    let known = operation.query().first().map_or("a", String::as_str);
    let mut queries = names(QUERY_BYTES);
    queries.push(repeated(&format!("{known}=1&"), QUERY_BYTES));
    queries
}

/// Returns lists of many parameters, with the last one repeated.
fn names(bytes: usize) -> Vec<String> {
    let mut different = String::new();
    for number in 0_u32.. {
        if different.len() + 24 > bytes {
            break;
        }
        different.push_str(&format!("{number:x}&"));
    }
    let twice = format!("{different}0&0");
    vec![twice, repeated("%61%62=%63&", bytes), repeated("a&", bytes)]
}

fn repeated(piece: &str, bytes: usize) -> String {
    piece.repeat(bytes / piece.len())
}

/// Returns bodies for a schema within the limit on bodies.
fn bodies_of(schema: &Value) -> Vec<String> {
    let mut bodies = values(schema, BODY_BYTES_MAX, SCHEMA_DEPTH);
    bodies.push(array_of("0", BODY_BYTES_MAX));
    bodies.push(format!("\"{}\"", "x".repeat(BODY_BYTES_MAX - 2)));
    let nested = format!("{}{}", "[".repeat(32), "]".repeat(32));
    bodies.push(format!("{{\"a\":{}}}", array_of(&nested[1..63], BODY_BYTES_MAX - 6)));
    bodies.push(format!("{{{}\"a\":0,\"a\":0}}", fields(BODY_BYTES_MAX - 20, "0")));
    bodies.sort_unstable();
    bodies.dedup();
    bodies
}

/// Returns values of at most this size that do not match the schema, for each exploitable part of the schema.
fn values(schema: &Value, bytes: usize, depth: usize) -> Vec<String> {
    let schema = resolved(schema);
    if depth == 0 || bytes < 16 {
        return Vec::new();
    }
    let alternatives = schema["oneOf"].as_array().into_iter().flatten();
    let mut values: Vec<String> =
        alternatives.flat_map(|alternative| values(alternative, bytes, depth - 1)).collect();
    if let Some(properties) = schema["properties"].as_object() {
        values.extend(objects(properties, bytes, depth));
    }
    if let Some(items) = schema.get("items") {
        let most = schema["maxItems"].as_u64().unwrap_or(1).max(1) as usize;
        values.extend(arrays(items, most, bytes, depth));
    }
    values
}

/// Returns objects: with many unknown fields beside wrong known ones, and with each known field exploited.
fn objects(properties: &Map<String, Value>, bytes: usize, depth: usize) -> Vec<String> {
    let tag = properties.iter().find_map(|(name, field)| Some((name, field["const"].as_str()?)));
    let tag = tag.map_or(String::new(), |(name, value)| format!("\"{name}\":\"{value}\","));
    let wrong: String = properties
        .iter()
        .filter(|(_, field)| field.get("const").is_none())
        .map(|(name, _)| format!("\"{name}\":[[]],"))
        .collect();
    let head = format!("{tag}{wrong}");
    let mut objects = Vec::new();
    if head.len() + 16 <= bytes {
        for value in ["0", r#""\u0000""#] {
            let unknown = fields(bytes - head.len() - 4, value);
            objects.push(format!("{{{head}{}}}", unknown.trim_end_matches(',')).replace(",}", "}"));
        }
    }
    for (name, field) in properties {
        let around = format!("{{{tag}\"{name}\":}}").len();
        for value in values(field, bytes.saturating_sub(around), depth - 1) {
            objects.push(format!("{{{tag}\"{name}\":{value}}}"));
        }
    }
    objects
}

/// Returns arrays: of maximum length, and of allowed length with the most expensive items that fit.
fn arrays(items: &Value, most: usize, bytes: usize, depth: usize) -> Vec<String> {
    let mut arrays: Vec<String> = WRONG.iter().map(|item| array_of(item, bytes)).collect();
    for item in values(items, (bytes - 2) / most, depth - 1) {
        arrays.push(format!("[{}]", vec![item.as_str(); most].join(",")));
    }
    for item in values(items, 64, depth - 1) {
        arrays.push(array_of(&item, bytes));
    }
    arrays.retain(|array| array.len() <= bytes);
    arrays
}

/// Returns an array of copies of this item.
fn array_of(item: &str, bytes: usize) -> String {
    let copies = bytes.saturating_sub(1) / (item.len() + 1);
    format!("[{}]", vec![item; copies].join(","))
}

/// Returns fields with different short names, each followed by a comma.
fn fields(bytes: usize, value: &str) -> String {
    let mut fields = String::new();
    for number in 0_u32.. {
        let field = format!("\"{number:x}\":{value},");
        if fields.len() + field.len() > bytes {
            break;
        }
        fields.push_str(&field);
    }
    fields
}

fn reference(name: &str) -> String {
    format!("#/components/schemas/{name}")
}

fn schema_name(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.strip_prefix("#/components/schemas/")
}

/// Returns the schema behind a reference.
fn resolved(schema: &Value) -> &Value {
    match schema_name(schema) {
        Some(name) => resolved(&contract().document()["components"]["schemas"][name]),
        None => schema,
    }
}
