//! Actions of any ruleset as JSON. It does not know what is legal.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{kids, splendor};
use lapidary_engine::game::{Action, Proposal};
use lapidary_engine::ruleset::Ruleset;

/// Why JSON is not an action: the field, if it is one, and what is wrong there.
pub type Fault = String;

/// Reads an action; a purchase or a move may leave its payment to the engine (B10, K6).
///
/// # Errors
/// The field that is wrong.
pub fn read(ruleset: Ruleset, text: &str) -> Result<Proposal, Fault> {
    match ruleset {
        Ruleset::Splendor(_) => parse::<splendor::ActionBody>(text)?.proposal().map(Proposal::Splendor),
        Ruleset::Kids(_) => parse::<kids::ActionBody>(text)?.proposal().map(Proposal::Kids),
    }
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    serde_json::from_value(value).map_err(|error| error.to_string())
}

/// Writes an action in its canonical form.
///
/// # Errors
/// None that can occur; those of the library.
pub fn write(action: &Action) -> serde_json::Result<String> {
    serde_json::to_string(&body(action))
}

/// The canonical form of an action.
pub fn body(action: &Action) -> impl Serialize {
    match action {
        Action::Splendor(action) => ActionBody::Splendor(action.into()),
        Action::Kids(action) => ActionBody::Kids(action.into()),
    }
}

/// An action of any ruleset.
#[derive(Serialize)]
#[serde(untagged)]
enum ActionBody {
    Splendor(splendor::ActionBody),
    Kids(kids::ActionBody),
}

/// The `type` of an action.
pub fn type_name(action: &Action) -> String {
    // The first word of the notation, except where the notation is shorter than the JSON.
    action.to_string().split(' ').next().unwrap_or_default().to_owned()
}

/// The id of something that the catalogue has.
///
/// # Errors
/// If the catalogue does not have it.
pub fn named<T>(found: Option<T>, id: &str, kind: &str, field: &str) -> Result<T, Fault> {
    let shown: String = id.chars().take(40).collect();
    found.ok_or_else(|| format!("{field}: {shown:?} is not the id of a {kind}"))
}

/// A count of tokens: at most 20, as in the contract, which is more than a seat can hold.
///
/// # Errors
/// If a count is larger.
pub fn bounded<const N: usize>(counts: [u8; N], field: &str) -> Result<[u8; N], Fault> {
    match counts.iter().find(|&&count| count > 20) {
        Some(count) => Err(format!("{field}: a count is limited to 20, this one is {count}")),
        None => Ok(counts),
    }
}

/// A list of at most this many items, as in the contract.
///
/// # Errors
/// If it is longer.
pub fn short<'a, T>(list: &'a [T], most: usize, field: &str) -> Result<&'a [T], Fault> {
    match list.len() > most {
        true => Err(format!("{field}: the list is limited to {most} items, this one has {}", list.len())),
        false => Ok(list),
    }
}
