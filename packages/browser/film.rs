//! Replays an exported game and draws every version.

use serde::{Deserialize, Serialize};

use lapidary_engine::game::{Effect, Game, GameEntry, View};
use lapidary_engine::record::By;
use lapidary_engine::replay::{Replay, ReplayError, Written};
use lapidary_engine::seat::Seat;
use lapidary_engine::viewer::Viewer;
use lapidary_exported::{Difference, Exported};
use lapidary_picture::{Arrangement, BoardMaps, Film, Language, Last, Table, Theme};

/// What the page wants to see.
#[derive(Deserialize)]
struct FilmRequest {
    theme: Theme,
    lang: Language,
    #[serde(default)]
    layout: Arrangement,
    export: Exported,
}

/// What the page gets. `parts` and `pictures` are those of `GET /v1/games/{id}/replay`.
#[derive(Serialize)]
struct FilmOfGame {
    parts: Vec<String>,
    pictures: Vec<Vec<u32>>,
    /// The seat that each version waits for.
    to_act: Vec<Option<u8>>,
}

/// A version of the game as everybody sees it after the end.
struct GameVersion {
    view: View,
    /// The last entry that the engine did not make itself, with everything that followed from it.
    last: Option<(Seat, Vec<Effect>)>,
    to_act: Option<u8>,
}

/// Draws all versions of a game that is over. `wanted` is JSON: `theme`, `lang`, `layout` and `export`.
/// Returns JSON with `parts`, `pictures` and `to_act`. The error says what is wrong with the export: a
/// malformed one, one whose secret is not revealed or not the one that the server committed to, or an entry
/// that is against the rules.
pub fn film(wanted: &str) -> Result<String, Difference> {
    let wanted: FilmRequest = serde_json::from_str(wanted).map_err(|error| Difference::of_form(&error))?;
    let scenes = scenes(&wanted.export)?;
    let names: Vec<Option<&str>> =
        wanted.export.game.seats.iter().map(|seated| seated.player.username.as_deref()).collect();
    let maps = BoardMaps::default();
    let Film { parts, pictures } = Film::of(scenes.iter().map(|scene| Table {
        view: &scene.view,
        names: &names,
        first: Seat::FIRST,
        last: scene.last.as_ref().map(|(seat, effects)| Last { seat: *seat, effects }),
        language: wanted.lang,
        theme: wanted.theme,
        arrangement: wanted.layout,
        maps: &maps,
    }));
    let to_act = scenes.iter().map(|scene| scene.to_act).collect();
    serde_json::to_string(&FilmOfGame { parts, pictures, to_act })
        .map_err(|error| Difference::of_form(&error))
}

/// Returns every version, one for each event.
fn scenes(export: &Exported) -> Result<Vec<GameVersion>, Difference> {
    let opening = export.deal(None)?.game;
    let mut scenes = vec![GameVersion::of(&opening, &[])];
    // The position before the last entry that the engine did not make, and what has happened since.
    let (mut before, mut since): (Game, Vec<Written>) = (opening.clone(), Vec::new());
    let mut now = (opening, Vec::new());
    let last = export.events.len().saturating_sub(1);
    for (place, event) in export.events.iter().enumerate().take(last).skip(1) {
        let wrong = |reason: &dyn std::fmt::Display| Difference::new(format!("events/{place}"), reason);
        let written = event.written().ok_or_else(|| wrong(&"is not an entry of a log"))?;
        if !matches!(written, Written::Decision { by: By::Engine, .. }) {
            before = now.0;
            since.clear();
        }
        since.push(written);
        now = replayed(&before, &since).map_err(|error| wrong(&error))?;
        scenes.push(GameVersion::of(&now.0, &now.1));
    }
    // The last event tells the end and changes nothing.
    if last > 0 {
        scenes.push(GameVersion::of(&now.0, &now.1));
    }
    Ok(scenes)
}

/// Replays these entries and stops there, also before decisions that the engine makes afterwards.
fn replayed(before: &Game, entries: &[Written]) -> Result<(Game, Vec<GameEntry>), ReplayError> {
    let mut replay = Replay::of(before.clone(), entries.len());
    let entries = entries.iter().map(|written| replay.read(written)).collect::<Result<_, _>>()?;
    Ok((replay.into_game(), entries))
}

impl GameVersion {
    fn of(game: &Game, since: &[GameEntry]) -> GameVersion {
        let viewer = Viewer::Revealed;
        let last = since.first().map(|entry: &GameEntry| {
            let effects = since.iter().flat_map(|entry| &entry.effects);
            (entry.cause.seat(), effects.map(|effect| effect.shown_to(viewer)).collect())
        });
        GameVersion { view: game.view(viewer), last, to_act: game.to_act().map(|(seat, _)| seat.number()) }
    }
}
