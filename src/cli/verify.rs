//! `lapidary verify FILE`: checks the export of a finished game with the engine alone, without a server or
//! database.
//!
//! It writes the export again from the deal and the decisions in it, and compares every field. The engine has
//! the rules, and `verify_text` reads games in text format. `data/not_proven.json` lists what no verifier can
//! prove.

use std::error::Error;
use std::path::PathBuf;

use chrono::DateTime;
use clap::Args;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::findings::findings;
use super::{output, verify_lines, verify_text};
use crate::boards;
use lapidary_api::export::v1::event::{AbortedBody, FinishedBody, HappeningBody, StartedBody};
use lapidary_api::export::v1::game::{
    ContributionBody, DealBody, ExportedGameBody, PlayerBody, ResultBody, SeatedBody,
};
use lapidary_api::export::v1::whole::{FORMAT, FORMAT_OF_FORKS};
use lapidary_api::kids::board::BoardBody;
use lapidary_api::play::events::RevealBody;
use lapidary_engine::deal::Seating;
use lapidary_engine::game::{Game, Opening};
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::replay::Replay;
use lapidary_engine::viewer::Viewer;
pub use lapidary_exported::Difference;
use lapidary_exported::{Ancestor, DealParts, Exported, ExportedEvent, equal};

/// The parts of an export that no verifier can prove.
const NOT_PROVEN: &str = include_str!("../../data/not_proven.json");

/// What to check.
#[derive(Debug, Args)]
pub struct VerifySettings {
    /// The export, JSON or text, or a file of many games, one on each line; - for standard input. It may be
    /// compressed with gzip.
    file: PathBuf,
    /// The boards of the server that ran the game, if it used its own boards for Kids. Required for games as
    /// text, and for exports that do not contain the board.
    #[arg(long, env = "LAPIDARY_KIDS_BOARDS")]
    kids_boards: Option<PathBuf>,
}

/// Checks a file, or standard input for `-`, and reports on it.
pub fn run(settings: &VerifySettings) -> Result<(), Box<dyn Error + Send + Sync>> {
    let sides = boards::load(settings.kids_boards.as_deref())?;
    for finding in verify_lines::check_file(&settings.file, |export| check(export, &sides))? {
        output::tell(format_args!("ok: {finding}"))?;
    }
    for words in not_proven()? {
        output::tell(format_args!("not proven: {words}"))?;
    }
    Ok(())
}

/// Descriptions of the parts of an export that no verifier can prove.
fn not_proven() -> Result<Vec<String>, serde_json::Error> {
    let list: Value = serde_json::from_str(NOT_PROVEN)?;
    let words = list["not_proven"].as_array().into_iter().flatten().filter_map(|part| part["words"].as_str());
    Ok(words.map(str::to_owned).collect())
}

/// Checks an export, as JSON or text, from a server with these boards. Returns a list of what was confirmed.
pub fn check(export: &str, sides: &Sides) -> Result<Vec<String>, Difference> {
    if export.trim_start().starts_with('{') {
        check_json(export, sides)
    } else {
        verify_text::check(export, sides)
    }
}

fn check_json(json: &str, sides: &Sides) -> Result<Vec<String>, Difference> {
    let export = Exported::parse(json)?;
    let found: Value = serde_json::from_str(json).map_err(|error| Difference::of_form(&error))?;
    let format = if export.ancestors.is_some() { FORMAT_OF_FORKS } else { FORMAT };
    equal("format", format, &export.format)?;
    let parts = export.deal.parts()?;
    parts.check_commitment(&export.deal.commitment)?;
    let opening = export.deal_with(&parts, sides)?;
    let written = Rewritten::new(&export, &found, &parts, opening)?;
    let game = written.replay()?;
    written.check_end(&game)?;
    Ok(findings(export.deal.contributions.len(), &format!("{} events", export.events.len()), &game))
}

/// Checks that the ids of the ancestors of a fork are written as ids. Nothing else can confirm them.
fn check_ids(ancestors: &[Ancestor]) -> Result<(), Difference> {
    for (place, ancestor) in ancestors.iter().enumerate() {
        let at = format!("ancestors/{place}/game");
        let id: Uuid = ancestor.game.parse().map_err(|error| Difference::new(&at, error))?;
        equal(&at, id, &ancestor.game)?;
    }
    Ok(())
}

/// An export, with the export that the rules produce from its deal and decisions.
struct Rewritten<'a> {
    export: &'a Exported,
    found: &'a Value,
    id: Uuid,
    contributions: Vec<ContributionBody>,
    seating: Seating,
    opening: Game,
    reveal: RevealBody,
}

impl<'a> Rewritten<'a> {
    /// Compares everything before the first decision.
    fn new(
        export: &'a Exported,
        found: &'a Value,
        parts: &DealParts,
        opening: Opening,
    ) -> Result<Self, Difference> {
        let deal = &export.deal;
        let id = export.game.id.parse().map_err(|error| Difference::new("game/id", error))?;
        check_ids(export.ancestors.as_deref().unwrap_or_default())?;
        let contributions = Vec::<ContributionBody>::deserialize(&found["deal"]["contributions"])
            .map_err(|error| Difference::new("deal/contributions", error))?;
        let joined = |place: &u8| contributions.get(*place as usize).map(|given| given.player.clone());
        let seats = SeatedBody::each(opening.seats.iter().filter_map(joined));
        let reveal = RevealBody {
            deal_id: deal.deal_id.clone(),
            server_seed: deal.server_seed.clone().unwrap_or_default(),
        };
        let (seating, opening) = (parts.seating, opening.game);
        let written = Rewritten { export, found, id, contributions, seating, opening, reveal };
        let fork = export.ancestors.is_some().then_some("ancestors");
        let parts = ["format", "game", "deal", "events", "result"].into_iter().chain(fork);
        let named = parts.map(|part| (part.to_owned(), found[part].clone()));
        equal("export", Value::Object(named.collect()), found)?;
        equal("deal", written.deal(), &found["deal"])?;
        equal("game", written.game(seats.clone()), &found["game"])?;
        written.compare(0, &written.started(seats))?;
        Ok(written)
    }

    fn game(&self, seats: Vec<SeatedBody>) -> ExportedGameBody {
        ExportedGameBody { id: self.id, played: self.opening.ruleset().into(), seats }
    }

    fn deal(&self) -> DealBody {
        let deal = &self.export.deal;
        let players: Vec<PlayerBody> = self.contributions.iter().map(|given| given.player.clone()).collect();
        let board = BoardBody::of_view(&self.opening.view(Viewer::Spectator));
        DealBody {
            deal_id: deal.deal_id.clone(),
            // The commitment was compared before.
            commitment: self.found["deal"]["commitment"].as_str().unwrap_or_default().to_owned(),
            server_seed: deal.server_seed.clone(),
            deal_ruleset: self.opening.ruleset().deal_name(),
            players: players.len() as u8,
            contributions: self.contributions.clone(),
            beacon: deal.beacon.clone(),
            seating: self.seating,
            join_order: players,
            board: board.filter(|_| deal.board.is_some()),
        }
    }

    /// The first event, which shows the result of the deal.
    fn started(&self, seats: Vec<SeatedBody>) -> HappeningBody {
        HappeningBody::Started(Box::new(StartedBody {
            played: self.opening.ruleset().into(),
            seats,
            commitment: self.deal().commitment,
            contributions: self.contributions.clone(),
            table: (&self.opening.view(Viewer::Spectator)).into(),
        }))
    }

    /// Checks that the event at this index is the expected one. Takes only its time from the export.
    fn compare(&self, place: usize, expected: &HappeningBody) -> Result<(), Difference> {
        let at = format!("events/{place}");
        let Some(event) = self.export.events.get(place) else {
            return Err(Difference::new(at, "is missing"));
        };
        if !is_dated(event) {
            return Err(Difference::new(
                format!("{at}/at"),
                "must be an instant such as 2026-01-31T12:00:00Z",
            ));
        }
        let mut expected =
            serde_json::to_value(expected).map_err(|error| Difference::new(at.clone(), error))?;
        expected["seq"] = json!(place + 1);
        expected["at"] = json!(event.at);
        equal(&at, expected, &self.found["events"][place])
    }

    /// Replays every entry between the first and the last event.
    fn replay(&self) -> Result<Game, Difference> {
        let mut replay = Replay::new(self.opening.clone());
        let last = self.last_place();
        for (place, event) in self.export.events.iter().enumerate().take(last).skip(1) {
            let at = || format!("events/{place}");
            let written = event.written().ok_or_else(|| Difference::new(at(), "is not an entry of a log"))?;
            let entry = replay.read(&written).map_err(|error| Difference::new(at(), error))?;
            self.compare(place, &HappeningBody::of_entry(&entry, Viewer::Revealed))?;
        }
        match replay.due() {
            Some(_) => {
                Err(Difference::new(format!("events/{last}"), "the rules require another entry first"))
            }
            None => Ok(replay.game().clone()),
        }
    }

    fn last_place(&self) -> usize {
        self.export.events.len().saturating_sub(1)
    }

    /// Checks the last event: it contains result and secret; an aborted game has no result (B16, B17, C3,
    /// B19).
    fn check_end(&self, game: &Game) -> Result<(), Difference> {
        let place = self.last_place();
        let at = format!("events/{place}");
        let Some(last) = self.export.events.last() else { return Err(Difference::new(at, "is missing")) };
        let result = game.outcome().as_ref().map(ResultBody::from);
        if last.kind == "aborted" {
            if result.is_some() {
                return Err(Difference::new(at, "the game is over before it is aborted"));
            }
            self.compare(place, &HappeningBody::Aborted(self.aborted(&at, last)?))?;
        } else {
            if result.is_none() && last.data.get("result").is_some_and(|value| !value.is_null()) {
                return Err(Difference::new(at, "the rules do not end the game here"));
            }
            let finished = FinishedBody { result: result.clone(), reveal: Some(self.reveal.clone()) };
            self.compare(place, &HappeningBody::Finished(finished))?;
        }
        equal("result", result, &self.found["result"])
    }

    /// Takes from the export who aborted the game and why, because nothing else can confirm it.
    fn aborted(&self, at: &str, event: &ExportedEvent) -> Result<AbortedBody, Difference> {
        let text = |name: &str| {
            let value = event.data.get(name).and_then(Value::as_str).map(str::to_owned);
            value.ok_or_else(|| Difference::new(format!("{at}/data/{name}"), "must be a string"))
        };
        let seat = match event.data.get("seat") {
            None | Some(Value::Null) => None,
            Some(seat) => {
                let value = seat.as_u64().and_then(|seat| u8::try_from(seat).ok());
                let there = value.filter(|seat| usize::from(*seat) < self.opening.seat_count().get());
                let unknown = || Difference::new(format!("{at}/data/seat"), "the game has no such seat");
                Some(there.ok_or_else(unknown)?)
            }
        };
        Ok(AbortedBody { seat, by: text("by")?, reason: text("reason")?, reveal: Some(self.reveal.clone()) })
    }
}

/// Whether the event has a time in the server's format.
fn is_dated(event: &ExportedEvent) -> bool {
    let written = event.at.get(10..11) == Some("T") && event.at.ends_with('Z');
    written && DateTime::parse_from_rfc3339(&event.at).is_ok()
}
