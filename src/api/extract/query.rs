//! The refusals of invalid query parameters: `malformed`, with the parameter and its allowed values.
//!
//! The contract describes the parameters of an operation.

use actix_web::web::QueryConfig;
use actix_web::{HttpRequest, web};
use serde_json::Value;

use super::path::hyphenated;
use super::wording::not_one_of;
use crate::contract::openapi::Contract;
use crate::instant;
use crate::operation::Route;
use crate::{Code, Problem};

/// The maximum number of characters of a wrong name or value in a message.
const VALUE_SHOWN_MAX: usize = 64;

/// Returns a configuration that turns invalid queries into problems.
pub fn query_config() -> QueryConfig {
    QueryConfig::default().error_handler(|_, request| Problem::new(Code::Malformed, sentence(request)).into())
}

/// Returns a sentence about the invalid parameter.
fn sentence(request: &HttpRequest) -> String {
    let pattern = Route::of(request).map_or("", |route| route.path);
    let method = request.method().as_str().to_ascii_lowercase();
    let parameters: Vec<&Value> = Contract::shared().document()["paths"][pattern][method]["parameters"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|parameter| parameter["in"] == "query")
        .collect();
    let given = web::Query::<Vec<(String, String)>>::from_query(request.query_string());
    let Ok(given) = given else { return "The query is not of the form `name=value&…`.".to_owned() };
    let mut seen: Vec<&str> = Vec::new();
    for (name, value) in given.iter() {
        let Some(parameter) = parameters.iter().find(|parameter| parameter["name"] == **name) else {
            return unknown(name, &parameters);
        };
        if seen.contains(&name.as_str()) {
            return format!("The query parameter `{name}` is given twice.");
        }
        seen.push(name);
        if let Some(fault) = fault(&parameter["schema"], value) {
            return format!("The query parameter `{name}`: {fault}.");
        }
    }
    let missing = parameters.iter().filter(|parameter| parameter["required"] == true);
    let mut missing = missing.filter_map(|parameter| parameter["name"].as_str());
    match missing.find(|name| !seen.contains(name)) {
        Some(name) => format!("The query parameter `{name}` is missing."),
        None => "The query does not have the documented form.".to_owned(),
    }
}

fn unknown(name: &str, parameters: &[&Value]) -> String {
    let known: Vec<&str> = parameters.iter().filter_map(|parameter| parameter["name"].as_str()).collect();
    let name = shown(name);
    match known.is_empty() {
        true => format!("The query parameter `{name}` is unknown; this operation has none."),
        false => {
            format!("The query parameter `{name}` is unknown; this operation has {}.", known.join(", "))
        }
    }
}

fn shown(text: &str) -> String {
    text.chars().take(VALUE_SHOWN_MAX).collect()
}

/// Returns the fault of a parameter's value under this schema.
fn fault(schema: &Value, value: &str) -> Option<String> {
    let words: Option<Vec<&str>> =
        schema["enum"].as_array().map(|words| words.iter().filter_map(Value::as_str).collect());
    let words = words.or_else(|| schema["const"].as_str().map(|only| vec![only]));
    let given = format!("`{}`", shown(value));
    if let Some(words) = words {
        return (!words.contains(&value)).then(|| not_one_of(&given, words));
    }
    match schema["type"].as_str() {
        Some("integer") => {
            let (least, most) = (schema["minimum"].as_u64().unwrap_or(0), schema["maximum"].as_u64());
            let most = most.unwrap_or(u32::MAX.into());
            let fits = value.parse::<u64>().is_ok_and(|number| (least..=most).contains(&number));
            (!fits).then(|| format!("{given} is not an integer from {least} to {most}"))
        }
        Some("boolean") => {
            (!matches!(value, "true" | "false")).then(|| not_one_of(&given, ["true", "false"]))
        }
        _ if schema["format"] == "uuid" => {
            hyphenated(value).is_none().then(|| format!("{given} is not a UUID"))
        }
        _ if schema["format"] == "date-time" => instant::parse(value)
            .is_none()
            .then(|| format!("{given} is not an instant such as `2026-11-25T18:00:00Z`")),
        _ => None,
    }
}
