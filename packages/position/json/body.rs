//! Actions of any ruleset as JSON. It does not know what is legal.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::text::Fault;
use super::{kids, splendor};
use lapidary_engine::game::{Action, Proposal};
use lapidary_engine::ruleset::Ruleset;

/// Reads an action; a purchase or a move may leave its payment to the engine (B10, K6).
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
