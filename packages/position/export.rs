//! Exports of games, read again: dealt, replayed and verified with the rules alone. The formats are
//! docs/export.md (JSON) and docs/notation.md (text).

use crate::deal::sides;
use crate::fault::Fault;
use lapidary_engine::game::{Game, GameEntry};
use lapidary_engine::outcome::Outcome;
use lapidary_engine::replay::{Replay, Written};
use lapidary_engine::ruleset::Ruleset;
use lapidary_exported::{Difference, Exported, ExportedText, equal};

/// The formats of JSON that are known.
const FORMATS: [&str; 2] = ["lapidary-export-1", "lapidary-export-2"];

/// A game that was exported, dealt and replayed again.
pub struct Export {
    /// The ruleset with its modules.
    pub ruleset: Ruleset,
    /// The names of the players in seat order; `None` for an erased account.
    pub players: Vec<Option<String>>,
    /// The position before the first turn.
    pub opening: Game,
    /// The entries of the log, those of the engine included.
    pub played: Vec<Played>,
    /// Whether the game was aborted, so that it has no result.
    pub is_aborted: bool,
}

/// An entry with the position after it.
pub struct Played {
    /// The entry.
    pub entry: GameEntry,
    /// The position after it and after the decisions of the engine that follow from it.
    pub after: Game,
}

impl Export {
    /// The position after this many entries, and after the decisions of the engine that follow from them.
    pub fn position(&self, entries: usize) -> Result<&Game, Fault> {
        let Some(last) = entries.checked_sub(1) else { return Ok(&self.opening) };
        self.played.get(last).map(|played| &played.after).ok_or_else(|| {
            Fault::impossible(format!("the game has {} entries, not {entries}", self.played.len()))
        })
    }

    /// The position at the end.
    pub fn end(&self) -> &Game {
        self.played.last().map_or(&self.opening, |played| &played.after)
    }
}

/// Reads an export, in JSON or as text, and verifies it: the secret is the one that the server committed to,
/// the deal follows from it, each entry is legal and in its place, and the result is that of the rules.
pub fn load_export(text: &str) -> Result<Export, Fault> {
    match text.trim_start().starts_with('{') {
        true => read_json(text),
        false => read_text(text),
    }
}

fn read_json(text: &str) -> Result<Export, Fault> {
    let export = Exported::parse(text)?;
    let found: serde_json::Value = serde_json::from_str(text).map_err(|error| Difference::of_form(&error))?;
    let format = FORMATS[usize::from(export.ancestors.is_some())];
    equal("format", format, &export.format)?;
    let opening = export.deal(sides()?)?;
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
    let export = ExportedText::parse(text)?;
    let (transcript, ruleset) = (&export.transcript, export.ruleset);
    let opening = export.parts.deal(ruleset, sides()?, None)?;
    let entries: Vec<(String, Written)> =
        transcript.entries.iter().map(|(turn, written)| (format!("turn {turn}"), written.clone())).collect();
    let played = replay(&opening.game, &entries)?;
    let outcome = played.last().map_or(&opening.game, |played| &played.after).outcome();
    export.check_result(outcome.as_ref())?;
    let players = (0..opening.seats.len())
        .map(|seat| transcript.value(&format!("seat {seat}")).map(str::to_owned))
        .collect();
    Ok(Export { ruleset, players, opening: opening.game, played, is_aborted: outcome.is_none() })
}
