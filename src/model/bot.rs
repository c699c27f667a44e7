//! Bots: players that are programs, and the games that they declare to play.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{ArrayBuilder, ObjectBuilder, Schema};

use super::clock::Clock;
use super::game::Terms;
use super::player::Occupant;
use crate::auth::PlayerId;
use lapidary_engine::kids::variant::Variant;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::splendor::module::Module;

/// The maximum number of bots that one account can own.
pub const BOTS_MAX: i64 = 20;
/// A bot is online if one of its tokens was used within this time.
pub const ONLINE_WITHIN: TimeDelta = TimeDelta::minutes(5);
/// The default number of games that a new bot plays at the same time.
const CONCURRENT_GAMES: u32 = 8;
/// The maximum length of a list in a body. Repeated items count once.
const ITEMS_MAX: usize = 16;

/// What a bot accepts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Accepts {
    /// The ids of rulesets.
    #[schema(example = json!(["splendor"]))]
    pub rulesets: Vec<String>,
    /// The modules that a game may have. A game without modules is always accepted.
    #[schema(example = json!(["orient", "cities"]))]
    pub modules: Vec<String>,
    /// The numbers of seats.
    #[schema(example = json!([2, 3, 4]))]
    pub seats: Vec<u8>,
    /// The kinds of clock.
    #[schema(example = json!(["none"]))]
    pub clocks: Vec<String>,
    /// The maximum number of unfinished games in which the bot has a seat. The bot cannot take
    /// more. Nobody can challenge or invite it to a game outside the other fields.
    #[schema(example = 8)]
    pub concurrent_games: u32,
}

impl Accepts {
    /// Returns whether the bot accepts a game on these terms.
    pub fn admit(&self, terms: &Terms) -> bool {
        let has = |words: &[String], word: &str| words.iter().any(|known| known == word);
        has(&self.rulesets, terms.ruleset.id())
            && terms.ruleset.modules().into_iter().all(|module| has(&self.modules, module))
            && self.seats.iter().any(|seats| usize::from(*seats) == terms.seats.get())
            && has(&self.clocks, terms.clock.kind())
    }

    /// Returns the modules of all rulesets.
    pub fn known_modules() -> Vec<&'static str> {
        Module::ALL.iter().map(|module| module.name()).chain([Variant::MYSTERIES]).collect()
    }
}

impl Default for Accepts {
    /// Returns the games that a new bot accepts: the base game, with any clock.
    fn default() -> Self {
        Accepts {
            rulesets: Ruleset::IDS.into_iter().take(1).map(str::to_owned).collect(),
            modules: Vec::new(),
            seats: vec![2, 3, 4],
            clocks: Clock::KINDS.map(str::to_owned).to_vec(),
            concurrent_games: CONCURRENT_GAMES,
        }
    }
}

/// What a bot accepts. A field that is left out keeps its value; a new bot accepts the base game with any
/// clock and any number of seats.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AcceptsChange {
    #[schema(schema_with = rulesets_schema)]
    pub rulesets: Option<Vec<String>>,
    #[schema(schema_with = modules_schema)]
    pub modules: Option<Vec<String>>,
    #[schema(schema_with = seats_schema)]
    pub seats: Option<Vec<u8>>,
    #[schema(schema_with = clocks_schema)]
    pub clocks: Option<Vec<String>>,
    /// The maximum number of unfinished games in which the bot has a seat. The server enforces it.
    #[schema(minimum = 0, maximum = 1000, nullable = false, example = 8)]
    pub concurrent_games: Option<u32>,
}

impl AcceptsChange {
    /// Returns what the bot accepts after the change.
    #[must_use]
    pub fn applied_to(self, before: Accepts) -> Accepts {
        Accepts {
            rulesets: self.rulesets.map_or(before.rulesets, once),
            modules: self.modules.map_or(before.modules, once),
            seats: self.seats.map_or(before.seats, once),
            clocks: self.clocks.map_or(before.clocks, once),
            concurrent_games: self.concurrent_games.unwrap_or(before.concurrent_games),
        }
    }
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
    list.description(Some("The numbers of seats.")).examples([vec![2, 3, 4]]).into()
}

fn words_schema(description: &str, known: &[&str], example: &[&str]) -> Schema {
    let word = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(known.to_vec()));
    let list = ArrayBuilder::new().items(word).max_items(Some(ITEMS_MAX));
    list.description(Some(description)).examples([example]).into()
}

/// Sorts the items and removes repeated ones.
fn once<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items.dedup();
    items
}

/// A bot that is not erased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bot {
    /// Its id as a player.
    pub id: PlayerId,
    /// Its name.
    pub username: String,
    /// Who owns it; none if it is part of the server.
    pub owner: Option<Occupant>,
    /// What it accepts.
    pub accepts: Accepts,
    /// Whether one of its tokens was used a short time ago.
    pub online: bool,
    /// When it was created.
    pub created_at: DateTime<Utc>,
}
