//! Exports of games, read again: dealt, replayed and verified with the rules alone. The formats are
//! docs/export.md (JSON) and docs/notation.md (text).

use pyo3::prelude::*;

use crate::failure::ExportError;
use crate::position::{Entry, Position};
use crate::table;
use lapidary_engine::deal::{Contributions, DealId, Entropy, Seating, ServerSeed};
use lapidary_engine::game::{Game, GameEntry};
use lapidary_engine::outcome::Outcome;
use lapidary_engine::replay::{Replay, Written};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::transcript::Transcript;
use lapidary_exported::{DealParts, Difference, Exported, entropy, equal, fixed};

/// The formats of JSON that are known.
const FORMATS: [&str; 2] = ["lapidary-export-1", "lapidary-export-2"];

/// A game that was exported, dealt and replayed again.
#[pyclass(frozen, module = "lapidary")]
pub struct Export {
    ruleset: Ruleset,
    players: Vec<Option<String>>,
    opening: Game,
    played: Vec<Played>,
    is_aborted: bool,
}

/// An entry with the position after it.
struct Played {
    entry: GameEntry,
    after: Game,
}

#[pymethods]
impl Export {
    /// The ruleset: `splendor` or `kids`.
    #[getter]
    fn ruleset(&self) -> &'static str {
        self.ruleset.id()
    }

    /// The modules in play.
    #[getter]
    fn modules(&self) -> Vec<&'static str> {
        self.ruleset.modules()
    }

    /// The names of the players in seat order; `None` for an erased account.
    #[getter]
    fn players(&self) -> Vec<Option<String>> {
        self.players.clone()
    }

    /// The position before the first turn.
    #[getter]
    fn opening(&self) -> Position {
        Position(self.opening.clone())
    }

    /// The position at the end.
    #[getter]
    fn end(&self) -> Position {
        Position(self.played.last().map_or(&self.opening, |played| &played.after).clone())
    }

    /// Whether the game was aborted, so that it has no result.
    #[getter]
    fn is_aborted(&self) -> bool {
        self.is_aborted
    }

    /// The entries of the log, those of the engine included.
    #[getter]
    fn entries(&self) -> Vec<Entry> {
        self.played.iter().map(|played| Entry::from(&played.entry)).collect()
    }

    /// The position after this many entries, and after the decisions of the engine that follow from them.
    fn position(&self, entries: usize) -> PyResult<Position> {
        match entries.checked_sub(1) {
            None => Ok(self.opening()),
            Some(last) => match self.played.get(last) {
                Some(played) => Ok(Position(played.after.clone())),
                None => Err(crate::failure::wrong(format!(
                    "the game has {} entries, not {entries}",
                    self.played.len()
                ))),
            },
        }
    }

    fn __repr__(&self) -> String {
        format!("<Export of {}, {} entries>", self.ruleset.deal_name(), self.played.len())
    }
}

/// Reads an export, in JSON or as text, and verifies it: the secret is the one that the server committed to,
/// the deal follows from it, each entry is legal and in its place, and the result is that of the rules.
#[pyfunction]
pub fn load_export(py: Python<'_>, text: &str) -> PyResult<Export> {
    let read = match text.trim_start().starts_with('{') {
        true => read_json(text),
        false => read_text(text),
    };
    read.map_err(|fault| match fault {
        Fault::Differs(difference) => ExportError::new_err(difference.to_string()),
        Fault::Failed(error) => error.clone_ref(py),
    })
}

/// Why an export is not accepted.
enum Fault {
    /// It is malformed or contradicts the rules.
    Differs(Difference),
    /// The boards of this package cannot be read.
    Failed(PyErr),
}

impl From<Difference> for Fault {
    fn from(difference: Difference) -> Fault {
        Fault::Differs(difference)
    }
}

impl From<PyErr> for Fault {
    fn from(error: PyErr) -> Fault {
        Fault::Failed(error)
    }
}

fn read_json(text: &str) -> Result<Export, Fault> {
    let found: serde_json::Value = serde_json::from_str(text).map_err(|error| Difference::of_form(&error))?;
    let export = Exported::parse(text)?;
    let format = FORMATS[usize::from(export.ancestors.is_some())];
    equal("format", format, &export.format)?;
    let opening = export.deal(table::sides()?)?;
    let last = export.events.len().saturating_sub(1);
    let written = export.events.iter().enumerate().take(last).skip(1);
    let entries: Vec<(String, Written)> = written
        .map(|(place, event)| {
            let at = format!("events/{place}");
            let entry = event.written().ok_or_else(|| Difference::new(&at, "is not an entry of a log"))?;
            Ok((at, entry))
        })
        .collect::<Result<_, Difference>>()?;
    let played = replay(&opening.game, &entries)?;
    let outcome = played.last().map_or(&opening.game, |played| &played.after).outcome();
    if outcome.is_some() && export.events.last().is_some_and(|event| event.kind == "aborted") {
        return Err(Difference::new("result", "the game is over before it is aborted").into());
    }
    equal("result", outcome.as_ref().map(result), &found["result"])?;
    let is_aborted = outcome.is_none();
    let players = export.game.seats.iter().map(|seat| seat.player.username.clone()).collect();
    Ok(Export { ruleset: opening.game.ruleset(), players, opening: opening.game, played, is_aborted })
}

/// The result as an export has it.
fn result(outcome: &Outcome) -> serde_json::Value {
    let winners: Vec<u8> = outcome.winners().into_iter().map(|seat| seat.number()).collect();
    serde_json::json!({"reason": outcome.reason.name(), "ranks": outcome.ranks, "winners": winners})
}

/// Replays the entries, each of which has a place in the export.
fn replay(opening: &Game, entries: &[(String, Written)]) -> Result<Vec<Played>, Difference> {
    let mut replay = Replay::new(opening.clone());
    let mut played = Vec::with_capacity(entries.len());
    for (at, written) in entries {
        let entry = replay.read(written).map_err(|error| Difference::new(at, error))?;
        played.push(Played { entry, after: replay.game().clone() });
    }
    match replay.due() {
        Some(_) => Err(Difference::new("the end", "the rules require another entry first")),
        None => Ok(played),
    }
}

fn read_text(text: &str) -> Result<Export, Fault> {
    let transcript: Transcript = text.parse().map_err(|error| Difference::new("text", error))?;
    let contributions: Vec<&str> =
        (0..=u8::MAX).map_while(|place| transcript.value(&format!("contribution {place}"))).collect();
    let entropies: Vec<Entropy> = contributions
        .iter()
        .map(|line| entropy("contribution", line.split(' ').nth(2).unwrap_or_default()))
        .collect::<Result<_, _>>()?;
    let parts = DealParts {
        deal_id: DealId(fixed("deal_id", value(&transcript, "deal_id")?)?),
        server_seed: ServerSeed::new(fixed("server_seed", value(&transcript, "server_seed")?)?),
        contributions: Contributions::try_from(entropies)
            .map_err(|error| Difference::new("contribution", error))?,
        beacon: entropy("beacon", value(&transcript, "beacon")?)?,
        seating: match value(&transcript, "seating")? {
            "random" => Seating::Random,
            "join_order" => Seating::JoinOrder,
            _ => return Err(Difference::new("seating", "is unknown").into()),
        },
    };
    parts.check_commitment(value(&transcript, "commitment")?)?;
    let opening = parts.deal(ruleset(&transcript)?, table::sides()?, None)?;
    let entries: Vec<(String, Written)> =
        transcript.entries.iter().map(|(turn, written)| (format!("turn {turn}"), written.clone())).collect();
    let played = replay(&opening.game, &entries)?;
    let outcome = played.last().map_or(&opening.game, |played| &played.after).outcome();
    let ranks =
        outcome.as_ref().map(|outcome| outcome.ranks.iter().map(u8::to_string).collect::<Vec<_>>().join(" "));
    equal("result", outcome.as_ref().map(|outcome| outcome.reason.name()), transcript.value("result"))?;
    equal("ranks", ranks, transcript.value("ranks"))?;
    let players = (0..opening.seats.len())
        .map(|seat| transcript.value(&format!("seat {seat}")).map(str::to_owned))
        .collect();
    let is_aborted = outcome.is_none();
    Ok(Export { ruleset: opening.game.ruleset(), players, opening: opening.game, played, is_aborted })
}

fn value<'a>(transcript: &'a Transcript, name: &str) -> Result<&'a str, Difference> {
    transcript.value(name).ok_or_else(|| Difference::new(name, "is missing in the header"))
}

/// The ruleset as written in the deal, with the options of the header.
fn ruleset(transcript: &Transcript) -> Result<Ruleset, Difference> {
    let mut names = value(transcript, "ruleset")?.split('+');
    let id = names.next().unwrap_or_default();
    let options = transcript
        .header
        .iter()
        .filter_map(|(name, value)| Some((name.strip_prefix("option ")?, value.as_str())));
    Ruleset::parse(id, names, options).map_err(|error| Difference::new("ruleset", error))
}
