//! What a bot accepts, in JSON.

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{ArrayBuilder, ObjectBuilder, Schema};

use lapidary_engine::ruleset::Ruleset;
use lapidary_model::bot::{Accepts, AcceptsChange};
use lapidary_model::clock::Clock;

/// The longest list that a body may have; repeated items count once.
const ITEMS_MAX: usize = 16;

/// What a bot accepts. A field that is left out keeps its value; a new bot accepts the base game with any
/// clock and any number of seats.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AcceptsChange)]
pub struct AcceptsChangeBody {
    #[schema(schema_with = rulesets_schema)]
    rulesets: Option<Vec<String>>,
    #[schema(schema_with = modules_schema)]
    modules: Option<Vec<String>>,
    #[schema(schema_with = seats_schema)]
    seats: Option<Vec<u8>>,
    #[schema(schema_with = clocks_schema)]
    clocks: Option<Vec<String>>,
    /// The maximum number of unfinished games in which the bot has a seat. The server enforces it.
    #[schema(minimum = 0, maximum = 1000, nullable = false, example = 8)]
    concurrent_games: Option<u32>,
}

fn rulesets_schema() -> Schema {
    words_schema("The ids of rulesets.", &Ruleset::IDS, &["splendor"])
}

fn modules_schema() -> Schema {
    let description = "The modules that a game may have. A game without modules is always accepted.";
    words_schema(description, &Accepts::known_modules(), &["orient", "cities"])
}

fn clocks_schema() -> Schema {
    words_schema("The kinds of clock.", &Clock::KINDS, &["none"])
}

fn seats_schema() -> Schema {
    let number = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(2)).maximum(Some(4));
    let list = ArrayBuilder::new().items(number).max_items(Some(ITEMS_MAX));
    list.description(Some("The numbers of seats.")).examples([json!([2, 3, 4])]).into()
}

fn words_schema(description: &str, known: &[&str], example: &[&str]) -> Schema {
    let word = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(known.to_vec()));
    let list = ArrayBuilder::new().items(word).max_items(Some(ITEMS_MAX));
    list.description(Some(description)).examples([json!(example)]).into()
}

/// What a bot accepts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Accepts)]
pub struct AcceptsBody {
    /// The ids of rulesets.
    #[schema(example = json!(["splendor"]))]
    rulesets: Vec<String>,
    /// The modules that a game may have. A game without modules is always accepted.
    #[schema(example = json!(["orient", "cities"]))]
    modules: Vec<String>,
    /// The numbers of seats.
    #[schema(example = json!([2, 3, 4]))]
    seats: Vec<u8>,
    /// The kinds of clock.
    #[schema(example = json!(["none"]))]
    clocks: Vec<String>,
    /// The maximum number of unfinished games in which the bot has a seat. The bot cannot take
    /// more. Nobody can challenge or invite it to a game outside the other fields.
    #[schema(example = 8)]
    concurrent_games: u32,
}

impl From<Accepts> for AcceptsBody {
    fn from(accepts: Accepts) -> Self {
        let Accepts { rulesets, modules, seats, clocks, concurrent_games } = accepts;
        AcceptsBody { rulesets, modules, seats, clocks, concurrent_games }
    }
}

impl From<AcceptsChangeBody> for AcceptsChange {
    fn from(body: AcceptsChangeBody) -> Self {
        let AcceptsChangeBody { rulesets, modules, seats, clocks, concurrent_games } = body;
        AcceptsChange {
            rulesets: rulesets.map(once),
            modules: modules.map(once),
            seats: seats.map(once),
            clocks: clocks.map(once),
            concurrent_games,
        }
    }
}

/// Sorts the items and removes the repeated ones.
fn once<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items.dedup();
    items
}
