//! Views in JSON, read (schemas `SplendorGame` and `KidsGame` of the contract): the counterpart of `view`. It
//! knows spellings and what they name, not whether a game can look like the view. Fields that do not concern
//! the rules, and fields that a newer server adds, are ignored.

mod kids;
mod splendor;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::fault::Fault;
use lapidary_engine::from_view::ImpossibleView;
use lapidary_engine::game::{Game, View};
use lapidary_engine::outcome::{Outcome, Reason};
use lapidary_engine::ruleset::{Ruleset, RulesetError};
use lapidary_engine::seat::Seat;
use lapidary_engine::turn::Turn;

/// The largest count of one kind of piece that any game has; the contract limits counts of tokens to it.
const COUNT_MAX: u8 = 20;
/// The maximum length of a list of the view. No game has more pieces of a kind.
const LIST_MAX: usize = 120;

/// Why JSON is not the view of a game.
#[derive(Debug, thiserror::Error)]
enum ViewError {
    /// It is not JSON, or a field is missing or has another type.
    #[error("not a view of the contract: {0}")]
    Form(#[from] serde_json::Error),
    /// The ruleset, a module or an option is unknown here.
    #[error("{0}")]
    Ruleset(#[from] RulesetError),
    /// A field has a value that is not one of its own.
    #[error("{field}: {value:?} is not the id of a {kind}")]
    Name { field: &'static str, kind: &'static str, value: String },
    /// A count or a list is longer than any game has.
    #[error("{field}: a view has at most {most}")]
    TooMany { field: &'static str, most: usize },
    /// No game looks like this.
    #[error("no game looks like this: {0}")]
    Impossible(#[from] ImpossibleView),
}

#[derive(Deserialize)]
struct RulesetFields {
    ruleset: String,
    #[serde(default)]
    modules: Vec<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct ToActFields {
    seat: u8,
    decision: String,
    tokens: Option<u8>,
    level: Option<u8>,
    card: Option<String>,
}

#[derive(Deserialize)]
struct TurnFields {
    seat: u8,
    number: u16,
}

#[derive(Deserialize)]
struct ResultFields {
    reason: String,
    ranks: Vec<u8>,
    turns: u16,
}

/// Rebuilds a game from a view in JSON, such as the server sends it; what is hidden from its viewer is dealt
/// anew from a number.
///
/// # Errors
/// Why the JSON is not the view of a game.
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

fn named<T>(found: Option<T>, field: &'static str, kind: &'static str, value: &str) -> Result<T, ViewError> {
    let shown = || value.chars().take(40).collect();
    found.ok_or_else(|| ViewError::Name { field, kind, value: shown() })
}

fn seat(number: u8, field: &'static str) -> Result<Seat, ViewError> {
    named(Seat::new(number), field, "seat", &number.to_string())
}

fn bounded<const N: usize>(counts: [u8; N], field: &'static str) -> Result<[u8; N], ViewError> {
    let most = COUNT_MAX.into();
    if counts.iter().all(|&count| count <= COUNT_MAX) {
        Ok(counts)
    } else {
        Err(ViewError::TooMany { field, most })
    }
}

/// Reads each item of a list of at most [`LIST_MAX`].
fn each<T, R>(
    list: &[T],
    field: &'static str,
    one: impl Fn(&T) -> Result<R, ViewError>,
) -> Result<Vec<R>, ViewError> {
    match list.len() > LIST_MAX {
        true => Err(ViewError::TooMany { field, most: LIST_MAX }),
        false => list.iter().map(one).collect(),
    }
}

impl TurnFields {
    fn turn(&self) -> Result<Turn, ViewError> {
        Ok(Turn { seat: seat(self.seat, "turn")?, number: self.number })
    }
}

/// The number of turns that have begun: those of a result, or that of the running turn.
fn turns_begun(turn: &Option<TurnFields>, result: &Option<ResultFields>) -> u16 {
    let running = turn.as_ref().map(|turn| turn.number);
    result.as_ref().map(|result| result.turns).or(running).unwrap_or_default()
}

impl ResultFields {
    fn outcome(&self) -> Result<Outcome, ViewError> {
        let reason = named(Reason::named(&self.reason), "result", "reason", &self.reason)?;
        Ok(Outcome { reason, ranks: each(&self.ranks, "result", |&rank| Ok(rank))? })
    }
}
