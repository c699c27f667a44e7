//! Enumerations in the document. Clients that send one get a closed schema with a name. Where they only
//! receive one, it is open: a string with the current values, in its description for people and as
//! `x-extensible-enum` for programs. Values may be added, and generators would turn an `enum` into a closed
//! type.
//!
//! The values come from the modules that define them. This module has only the names of closed schemas, and
//! the fields with words of several enumerations or with only some words.

use std::collections::{BTreeSet, HashSet};

use serde_json::{Map, Value, json};

use super::references::{name_of, rename};
use crate::bot_matches::body::MATCH_GAME_STATUSES;
use crate::splendor::catalogue::EFFECTS;
use crate::streams::reconnect::UNAVAILABLE;
use lapidary_analysis::puzzles::Theme;
use lapidary_contest::standings::tie_break::TieBreak;
use lapidary_engine::outcome::Reason;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::{kids, splendor};
use lapidary_model::auth::SessionKind;
use lapidary_model::bot::Accepts;
use lapidary_model::bot_endpoint::AnswerFaultKind;
use lapidary_model::clock::Clock;
use lapidary_model::log::{AbortReason, Author};
use lapidary_model::webhook::WebhookEvent;
use lapidary_service::stream::EndReason;
use lapidary_service::webhooks::SendFailure;
use lapidary_words::Words;

/// The part of a description which says that values may be added.
const OPEN: &str = "alues may be added";
/// A part of only the names of `words!` enumerations and ids: the path of a module.
pub(super) const IN_MODULE: &str = "::";
/// The names of enumerations that are closed in responses too, because the set of pieces is fixed.
const PIECES: [(&str, &str); 2] = [
    ("lapidary_engine::splendor::color::Color", "SplendorGem"),
    ("lapidary_engine::kids::resource::Resource", "KidsResource"),
];

/// Values of closed enumerations that only the server uses.
const SERVER_ONLY: [(&str, &str); 2] =
    [("NewDeclineReason", "account_erased"), ("WebhookEvent", "webhook.test")];

/// Returns the schema name of a closed enumeration.
fn closed(word: &str) -> String {
    if let Some((_, name)) = PIECES.into_iter().find(|(piece, _)| *piece == word) {
        return name.to_owned();
    }
    match word.rsplit(IN_MODULE).next().unwrap_or(word) {
        same @ ("ClubRole" | "Scope" | "Visibility" | "WebhookEvent") => same.to_owned(),
        other => format!("New{other}"),
    }
}

/// Puts the enumerations of `words!` where schemas refer to them: closed in sent schemas, open in all others.
pub fn place(schemas: &mut Map<String, Value>, sent: &HashSet<String>) {
    let (mut words, mut others) = (Map::new(), Map::new());
    for (name, schema) in std::mem::take(schemas) {
        if name.contains(IN_MODULE) { &mut words } else { &mut others }.insert(name, schema);
    }
    for (name, schema) in &mut others {
        let is_closed = |word: &str| sent.contains(name) || PIECES.iter().any(|(piece, _)| *piece == word);
        let is_enumeration = |word: &str| words.get(word).is_some_and(|word| word["enum"].is_array());
        rename(schema, &|word| (is_enumeration(word) && is_closed(word)).then(|| closed(word)));
        open(schema, &words);
    }
    for (word, mut schema) in words {
        let name = closed(&word);
        if let Some(names) = schema["enum"].as_array_mut() {
            names.retain(|value| !SERVER_ONLY.contains(&(name.as_str(), value.as_str().unwrap_or_default())));
        }
        schemas.insert(name, schema);
    }
    schemas.extend(others);
}

/// Writes out the referenced enumerations and ids of a schema.
fn open(schema: &mut Value, words: &Map<String, Value>) {
    let (reference, kind) = match schema["oneOf"].as_array().map(Vec::as_slice) {
        Some([reference, null]) if null["type"] == "null" => (reference, json!(["string", "null"])),
        _ => (&*schema, json!("string")),
    };
    if let Some(word) = name_of(reference).and_then(|name| words.get(name)) {
        let mut field = json!({"type": kind});
        if let Some(description) = reference.get("description") {
            field["description"] = description.clone();
        }
        match word["enum"].as_array() {
            Some(names) => {
                let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
                field["example"] = json!(names.first());
                list_values(&mut field, &names);
            }
            None => field["format"] = word["format"].clone(),
        }
        *schema = field;
        return;
    }
    match schema {
        Value::Array(parts) => parts.iter_mut().for_each(|part| open(part, words)),
        Value::Object(parts) => parts.values_mut().for_each(|part| open(part, words)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Returns the fields that are strings in bodies, with their schemas and values.
fn strings() -> Vec<(&'static str, &'static str, Vec<&'static str>)> {
    let both = [splendor::action::Decision::NAMES, kids::action::Decision::NAMES].concat();
    let mut seen = BTreeSet::new();
    let decisions: Vec<&str> = both.into_iter().filter(|word| seen.insert(*word)).collect();
    let modules = Accepts::known_modules().to_vec();
    vec![
        ("PuzzleResult", "themes", Theme::ALL.map(Theme::name).to_vec()),
        ("ToAct", "decision", decisions.clone()),
        ("LegalActions", "decision", decisions.clone()),
        ("OwnGame", "decision", decisions),
        ("ExportResult", "reason", Reason::NAMES.to_vec()),
        ("Aborted", "reason", AbortReason::NAMES.to_vec()),
        ("ExportAborted", "reason", AbortReason::NAMES.to_vec()),
        ("ExportAborted", "by", Author::NAMES.to_vec()),
        ("StreamEnd", "reason", [EndReason::NAMES, &[UNAVAILABLE]].concat()),
        ("Challenge", "seating", vec!["random", "join_order"]),
        ("BotMatchGame", "status", MATCH_GAME_STATUSES.to_vec()),
        ("OwnToken", "kind", SessionKind::ALL.map(SessionKind::word).to_vec()),
        ("Accepts", "rulesets", Ruleset::IDS.to_vec()),
        ("Accepts", "modules", modules.clone()),
        ("Accepts", "clocks", Clock::KINDS.to_vec()),
        ("Clock", "kind", Clock::KINDS.to_vec()),
        ("SplendorCard", "effect", EFFECTS.to_vec()),
        ("WebhookInfo", "events", WebhookEvent::SUBSCRIBABLE.map(WebhookEvent::name).to_vec()),
        ("BotEndpointFault", "kind", [AnswerFaultKind::NAMES, SendFailure::NAMES].concat()),
        ("WebhookAttempt", "failure", SendFailure::NAMES.to_vec()),
        ("Played", "ruleset", Ruleset::IDS.to_vec()),
        ("Played", "modules", modules),
        ("ByeRules", "points", vec!["half", "none"]),
        ("SeriesItem", "visibility", vec!["public", "unlisted"]),
        ("CameFrom", "decided_by", [TieBreak::NAMES, &["knock_out"]].concat()),
        ("TournamentCut", "decided_by", [TieBreak::NAMES, &["knock_out"]].concat()),
    ]
}

/// Adds the values to the fields that are strings.
pub fn add(schemas: &mut Map<String, Value>) {
    for (schema, field, words) in strings() {
        if let Some(schema) = schemas.get_mut(schema) {
            for_each_field(schema, field, &mut |found| list_values(found, &words));
        }
    }
}

/// Finds a field in a schema, its parts and its alternatives. Skips fields that are not strings.
fn for_each_field(schema: &mut Value, field: &str, act: &mut impl FnMut(&mut Value)) {
    if let Some(found) = schema.get_mut("properties").and_then(|fields| fields.get_mut(field)) {
        let found = if found["type"] == "array" { &mut found["items"] } else { found };
        if may_be_word(found) {
            act(found);
        }
    }
    for parts in ["allOf", "oneOf"] {
        for part in schema.get_mut(parts).and_then(Value::as_array_mut).into_iter().flatten() {
            for_each_field(part, field, act);
        }
    }
}

fn may_be_word(field: &Value) -> bool {
    let word = json!("string");
    field["type"] == word || field["type"].as_array().is_some_and(|types| types.contains(&word))
}

/// Lists the values in the description of a schema and as `x-extensible-enum`.
pub fn list_values(field: &mut Value, words: &[&str]) {
    let description: Vec<&str> =
        field["description"].as_str().unwrap_or_default().split_whitespace().collect();
    let description = description.join(" ").trim_end_matches('.').to_owned();
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    let open = if description.contains(OPEN) { "" } else { " Values may be added." };
    let before = if description.is_empty() { String::new() } else { format!("{description}.") };
    field["description"] = format!("{before} Known values: {}.{open}", quoted.join(", ")).trim_start().into();
    field["x-extensible-enum"] = json!(words);
}
