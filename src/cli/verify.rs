//! `lapidary verify FILE`: checks the export of a finished game with the engine alone, without server and database.
//!
//! It knows what follows from what in an export; the rules are the engine's, and the text of a game is read by
//! `verify_text`. What no check can prove: that nobody looked at the secret while the game ran.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use super::exported::{DealParts, Exported, ExportedEvent};
use super::verify_text;
use crate::api::events::{FinishedBody, HappeningBody, RevealBody, SeatedBody, StartedBody};
use crate::api::export::FORMAT;
use crate::api::view::{Position, ResultBody};
use crate::boards;
use crate::engine::deal::commitment;
use crate::engine::game::{Game, Opening};
use crate::engine::kids::sides::Sides;
use crate::engine::record::{By, Leaving};
use crate::engine::replay::{Replay, Written};
use crate::engine::seat::Seat;
use crate::engine::viewer::Viewer;

/// The first thing in an export that does not add up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    place: String,
    reason: String,
}

impl Difference {
    /// What is wrong at a place of the export.
    pub fn new(place: impl Into<String>, reason: impl fmt::Display) -> Self {
        Difference { place: place.into(), reason: reason.to_string() }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

impl Error for Difference {}

/// What to check.
#[derive(Debug, Args)]
pub struct VerifySettings {
    /// The export, JSON or text, or - for standard input.
    file: PathBuf,
    /// The boards on which a server played Kids that does not use ours.
    #[arg(long, env = "LAPIDARY_KIDS_BOARDS")]
    kids_boards: Option<PathBuf>,
}

/// Checks a file, or standard input for `-`, and reports on it.
pub fn run(settings: &VerifySettings) -> Result<(), Box<dyn Error + Send + Sync>> {
    let export = match settings.file.to_str() {
        Some("-") => std::io::read_to_string(std::io::stdin())?,
        _ => std::fs::read_to_string(&settings.file)?,
    };
    let sides = boards::load(settings.kids_boards.as_deref())?;
    for finding in check(&export, &sides)? {
        println!("ok: {finding}");
    }
    Ok(())
}

/// Checks an export, JSON or text, of a server with these boards; tells what was found right.
///
/// # Errors
/// The first thing that does not add up.
pub fn check(export: &str, sides: &Sides) -> Result<Vec<String>, Difference> {
    if export.trim_start().starts_with('{') {
        check_json(export, sides)
    } else {
        verify_text::check(export, sides)
    }
}

fn check_json(json: &str, sides: &Sides) -> Result<Vec<String>, Difference> {
    let export: Exported =
        serde_json::from_str(json).map_err(|error| Difference::new("export", format!("is none: {error}")))?;
    equal("format", FORMAT, &export.format)?;
    let parts = export.deal.parts()?;
    check_commitment(&parts, &export.deal.commitment)?;
    let opening = deal(&export, &parts, sides)?;
    check_seats(&export, &opening)?;
    check_started(&export, &opening.game)?;
    let game = replay(&export, opening.game)?;
    check_end(&export, &game)?;
    Ok(findings(export.deal.contributions.len(), &format!("{} events", export.events.len()), &game))
}

/// What is right when nothing is wrong.
pub fn findings(players: usize, read: &str, game: &Game) -> Vec<String> {
    vec![
        "the secret is the one that the server committed to".to_owned(),
        format!("seats and opening follow from it and {players} contributions"),
        format!("{read} follow the rules"),
        match game.outcome() {
            Some(outcome) => {
                format!("the game ended by {} with the ranks {:?}", outcome.reason.name(), outcome.ranks)
            }
            None => "the game was aborted before its end".to_owned(),
        },
    ]
}

/// The secret is the one that the commitment fixed.
pub fn check_commitment(parts: &DealParts, told: &str) -> Result<(), Difference> {
    equal("commitment", hex::encode(commitment(parts.deal_id, &parts.server_seed)), told)
}

/// Deals the game anew.
fn deal(export: &Exported, parts: &DealParts, sides: &Sides) -> Result<Opening, Difference> {
    let ruleset = export.game.ruleset()?;
    let deal = &export.deal;
    equal("deal/deal_ruleset", ruleset.deal_name(), &deal.deal_ruleset)?;
    equal("deal/players", deal.contributions.len(), deal.players)?;
    let givers: Vec<_> = deal.contributions.iter().map(|given| &given.player).collect();
    equal("deal/join_order", givers, &deal.join_order)?;
    parts.deal(ruleset, sides)
}

/// Who sits where (B3).
fn check_seats(export: &Exported, opening: &Opening) -> Result<(), Difference> {
    let joined = |place: &u8| export.deal.join_order.get(*place as usize).cloned();
    let seated = (0u8..).zip(&opening.seats).map(|(seat, place)| {
        let player = joined(place).ok_or_else(|| Difference::new("deal/join_order", "is too short"))?;
        Ok(SeatedBody { seat, player })
    });
    equal("game/seats", seated.collect::<Result<Vec<_>, _>>()?, &export.game.seats)
}

/// The first event shows what the deal gives.
fn check_started(export: &Exported, opening: &Game) -> Result<(), Difference> {
    let Some(first) = export.events.first() else { return Err(Difference::new("events", "there are none")) };
    let started = HappeningBody::Started(Box::new(StartedBody {
        played: opening.ruleset().into(),
        seats: export.game.seats.clone(),
        commitment: export.deal.commitment.clone(),
        contributions: export.deal.contributions.clone(),
        table: Position::from(&opening.view(Viewer::Spectator)).table,
    }));
    equal("events/0/seq", 1, first.seq)?;
    equal("events/0", started, told(first))
}

/// Plays every entry between the first and the last again.
fn replay(export: &Exported, opening: Game) -> Result<Game, Difference> {
    let mut replay = Replay::new(opening);
    let between = export.events.get(1..export.events.len().saturating_sub(1)).unwrap_or_default();
    for (place, event) in (1u64..).zip(between) {
        let at = format!("events/{place}");
        equal(&format!("{at}/seq"), place + 1, event.seq)?;
        let written = written(event).ok_or_else(|| Difference::new(at.clone(), "is no entry of a log"))?;
        let entry = replay.read(&written).map_err(|error| Difference::new(at.clone(), error))?;
        equal(&at, HappeningBody::of_entry(&entry, Viewer::Revealed), told(event))?;
    }
    match replay.due() {
        Some(_) => Err(Difference::new("events", "the rules make another entry before the last")),
        None => Ok(replay.game().clone()),
    }
}

/// The entry that an event tells of.
fn written(event: &ExportedEvent) -> Option<Written> {
    let seat = Seat::new(u8::try_from(event.data.get("seat")?.as_u64()?).ok()?)?;
    let by = match event.data.get("by")?.as_str()? {
        "engine" => By::Engine,
        _ => By::Player,
    };
    let notation = event.data.get("notation")?.as_str()?.to_owned();
    match event.kind.as_str() {
        "action" => Some(Written::Decision { seat, by, notation }),
        "resigned" => Some(Written::Leaving { seat, how: Leaving::Resigned }),
        "timed_out" => Some(Written::Leaving { seat, how: Leaving::TimedOut }),
        _ => None,
    }
}

/// The last event tells result and secret (B16, B17, C3, B19).
fn check_end(export: &Exported, game: &Game) -> Result<(), Difference> {
    let place = export.events.len().saturating_sub(1);
    let Some(last) = export.events.last().filter(|last| last.kind == "finished") else {
        return Err(Difference::new(format!("events/{place}"), "the game is not finished"));
    };
    equal(&format!("events/{place}/seq"), export.events.len(), last.seq)?;
    let aborted = export.result.is_null() && last.data.get("result").is_some_and(Value::is_null);
    let result = game.outcome().as_ref().map(ResultBody::from);
    if result.is_none() && !aborted {
        return Err(Difference::new(format!("events/{place}"), "the rules do not end the game here"));
    }
    let reveal = last.data.get("reveal").is_some_and(|reveal| !reveal.is_null());
    let reveal = reveal.then(|| RevealBody {
        deal_id: export.deal.deal_id.clone(),
        server_seed: export.deal.server_seed.clone().unwrap_or_default(),
    });
    let finished = HappeningBody::Finished(FinishedBody { result: result.clone(), reveal });
    equal(&format!("events/{place}"), finished, told(last))?;
    equal("result", result, &export.result)
}

/// What an event tells.
fn told(event: &ExportedEvent) -> Value {
    json!({"type": event.kind, "data": event.data})
}

/// Compares as JSON and names the first place that differs.
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
        (Value::Object(all), Value::Object(others)) if all.keys().all(|name| others.contains_key(name)) => {
            let unknown = others.keys().find(|name| !all.contains_key(*name));
            let inside = |(name, value): (&String, &Value)| {
                first_difference(&format!("{place}/{name}"), value, &others[name])
            };
            all.iter()
                .find_map(inside)
                .or_else(|| unknown.map(|name| Difference::new(format!("{place}/{name}"), "is unknown")))
        }
        (Value::Array(all), Value::Array(others)) if all.len() == others.len() => {
            let pairs = all.iter().zip(others).enumerate();
            pairs.into_iter().find_map(|(index, (value, other))| {
                first_difference(&format!("{place}/{index}"), value, other)
            })
        }
        (expected, found) if expected == found => None,
        (expected, found) => Some(Difference::new(place, format!("expected {expected}, found {found}"))),
    }
}
