//! Finds where two JSON values differ. It does not know games.

use std::error::Error;
use std::fmt;

use serde::Serialize;
use serde_json::Value;
use serde_json::error::Category;

/// The first error in an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The location; empty if the text as a whole is not an export.
    place: String,
    reason: String,
}

impl Difference {
    /// An error at a location in the export.
    pub fn new(place: impl Into<String>, reason: impl fmt::Display) -> Self {
        Difference { place: place.into(), reason: reason.to_string() }
    }

    /// The reason why the text as a whole is not an export.
    pub fn of_form(error: &serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let reason = match error.classify() {
            Category::Eof => format!("JSON ends at line {line}, column {column}"),
            Category::Io | Category::Syntax | Category::Data => {
                let words = error.to_string();
                let words = words.split(" at line ").next().unwrap_or_default().to_owned();
                format!("{words} at line {line}, column {column}")
            }
        };
        Difference { place: String::new(), reason: format!("is not a valid export: {reason}") }
    }
}

impl Difference {
    /// The message about a file: `export.json is not a valid export: …`, or `export.json: game/id: …`.
    pub fn of_file(&self, file: &str) -> String {
        let colon = if self.place.is_empty() { "" } else { ":" };
        format!("{file}{colon} {self}")
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_str() {
            "" => f.write_str(&self.reason),
            place => write!(f, "{place}: {}", self.reason),
        }
    }
}

impl Error for Difference {}

/// Compares two values as JSON.
pub fn equal(place: &str, expected: impl Serialize, found: impl Serialize) -> Result<(), Difference> {
    let [expected, found] = [serde_json::to_value(expected), serde_json::to_value(found)]
        .map(|value| value.map_err(|error| Difference::new(place, error)));
    match first_difference(place, &expected?, &found?) {
        Some(difference) => Err(difference),
        None => Ok(()),
    }
}

fn first_difference(place: &str, expected: &Value, found: &Value) -> Option<Difference> {
    match (expected, found) {
        (Value::Object(all), Value::Object(others)) => {
            let at = |name: &String| format!("{place}/{name}");
            let inside = |(name, value): (&String, &Value)| match others.get(name) {
                Some(other) => first_difference(&at(name), value, other),
                None => Some(Difference::new(at(name), "is missing")),
            };
            let unknown = || others.keys().find(|name| !all.contains_key(*name));
            all.iter()
                .find_map(inside)
                .or_else(|| unknown().map(|name| Difference::new(at(name), "is unknown")))
        }
        (Value::Array(all), Value::Array(others)) if all.len() == others.len() => {
            let mut pairs = all.iter().zip(others).enumerate();
            pairs.find_map(|(index, (value, other))| {
                first_difference(&format!("{place}/{index}"), value, other)
            })
        }
        (expected, found) if expected == found => None,
        (expected, found) => Some(Difference::new(place, format!("expected {expected}, found {found}"))),
    }
}
