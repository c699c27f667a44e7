//! What the views of all rulesets have in common: their fields, bounds and names, and why JSON is no view.

use serde::Deserialize;

use lapidary_engine::from_view::ImpossibleView;
use lapidary_engine::outcome::{Outcome, Reason};
use lapidary_engine::ruleset::RulesetError;
use lapidary_engine::seat::Seat;
use lapidary_engine::turn::Turn;

/// The largest count of one kind of piece that any game has; the contract limits counts of tokens to it.
const COUNT_MAX: u8 = 20;
/// The maximum length of a list of the view. No game has more pieces of a kind.
const LIST_MAX: usize = 120;

/// Why JSON is not the view of a game.
#[derive(Debug, thiserror::Error)]
pub(super) enum ViewError {
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
pub(super) struct ToActFields {
    pub(super) seat: u8,
    pub(super) decision: String,
    pub(super) tokens: Option<u8>,
    pub(super) level: Option<u8>,
    pub(super) card: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct TurnFields {
    pub(super) seat: u8,
    pub(super) number: u16,
}

#[derive(Deserialize)]
pub(super) struct ResultFields {
    pub(super) reason: String,
    pub(super) ranks: Vec<u8>,
    pub(super) turns: u16,
}

pub(super) fn named<T>(
    found: Option<T>,
    field: &'static str,
    kind: &'static str,
    value: &str,
) -> Result<T, ViewError> {
    let shown = || value.chars().take(40).collect();
    found.ok_or_else(|| ViewError::Name { field, kind, value: shown() })
}

pub(super) fn seat(number: u8, field: &'static str) -> Result<Seat, ViewError> {
    named(Seat::new(number), field, "seat", &number.to_string())
}

pub(super) fn bounded<const N: usize>(counts: [u8; N], field: &'static str) -> Result<[u8; N], ViewError> {
    let most = COUNT_MAX.into();
    if counts.iter().all(|&count| count <= COUNT_MAX) {
        Ok(counts)
    } else {
        Err(ViewError::TooMany { field, most })
    }
}

/// Reads each item of a list of at most [`LIST_MAX`].
pub(super) fn each<T, R>(
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
    pub(super) fn turn(&self) -> Result<Turn, ViewError> {
        Ok(Turn { seat: seat(self.seat, "turn")?, number: self.number })
    }
}

/// The number of turns that have begun: those of a result, or that of the running turn.
pub(super) fn turns_begun(turn: &Option<TurnFields>, result: &Option<ResultFields>) -> u16 {
    let running = turn.as_ref().map(|turn| turn.number);
    result.as_ref().map(|result| result.turns).or(running).unwrap_or_default()
}

impl ResultFields {
    pub(super) fn outcome(&self) -> Result<Outcome, ViewError> {
        let reason = named(Reason::named(&self.reason), "result", "reason", &self.reason)?;
        Ok(Outcome { reason, ranks: each(&self.ranks, "result", |&rank| Ok(rank))? })
    }
}
