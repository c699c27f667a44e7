//! The game that a view shows.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::fields::ViewError;
use super::{kids, splendor};
use crate::fault::Fault;
use lapidary_engine::game::{Game, View};
use lapidary_engine::ruleset::Ruleset;

#[derive(Deserialize)]
struct RulesetFields {
    ruleset: String,
    #[serde(default)]
    modules: Vec<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

/// Rebuilds a game from a view in JSON, such as the server sends it; what is hidden from its viewer is dealt
/// anew from a number.
pub fn of_view(view: &Value, seed: u64) -> Result<Game, Fault> {
    let mut rng = fastrand::Rng::with_seed(seed);
    game(view, &mut |order| rng.shuffle(order)).map_err(|error| Fault::View(error.to_string()))
}

fn game(view: &Value, shuffle: &mut dyn FnMut(&mut [usize])) -> Result<Game, ViewError> {
    let named = RulesetFields::deserialize(view)?;
    let options = named.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let view = match Ruleset::parse(&named.ruleset, named.modules.iter().map(String::as_str), options)? {
        Ruleset::Splendor(modules) => View::Splendor(splendor::Fields::deserialize(view)?.view(modules)?),
        Ruleset::Kids(variant) => View::Kids(kids::Fields::deserialize(view)?.view(variant)?),
    };
    Ok(Game::from_view(&view, shuffle)?)
}
