//! `lapidary replay FILE`: steps through an exported game in the terminal.
//!
//! It replays the decisions by the rules. Unlike `verify`, it does not compare the other fields.

use std::error::Error;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;

use super::against::shown;
use super::board;
use super::verify_lines;
use crate::boards;
use lapidary_engine::game::Game;
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::replay::{Replay, Written};
use lapidary_engine::viewer::Viewer;
use lapidary_exported::{Difference, Exported};

/// What to replay.
#[derive(Debug, Args)]
pub struct ReplaySettings {
    /// The export of a finished game as JSON, or - for standard input.
    file: PathBuf,
    /// Show only the position at this version; the opening has version 1.
    #[arg(long, value_name = "VERSION", value_parser = clap::value_parser!(u32).range(1..))]
    at: Option<u32>,
    /// The boards of the server that ran the game, if it used its own boards for Kids. Required for exports
    /// that do not contain the board.
    #[arg(long, env = "LAPIDARY_KIDS_BOARDS")]
    kids_boards: Option<PathBuf>,
}

/// A version of the game.
pub struct Step {
    /// The entry that led to it; none for the opening.
    pub entry: Option<String>,
    /// The position.
    pub game: Game,
}

/// Shows a game step by step at a terminal, and otherwise all at once.
pub fn run(settings: &ReplaySettings) -> Result<(), Box<dyn Error + Send + Sync>> {
    let file = settings.file.display().to_string();
    let export = verify_lines::read_game(&settings.file).map_err(|error| format!("{file}: {error}"))?;
    let sides = boards::load(settings.kids_boards.as_deref())?;
    let steps = steps(&export, &sides).map_err(|difference| difference.of_file(&file))?;
    let out = &mut io::stdout().lock();
    let is_interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
    match settings.at {
        Some(version) if version as usize > steps.len() => {
            return Err(format!("{file}: the last version of the game is {}", steps.len()).into());
        }
        Some(version) => show(out, &steps, version as usize),
        None if is_interactive => step_through(out, &mut io::stdin().lock(), &steps),
        None => (1..=steps.len()).try_for_each(|version| show(out, &steps, version)),
    }?;
    Ok(())
}

/// Replays a JSON export from a server with these boards. The first step is version 1.
pub fn steps(json: &str, sides: &Sides) -> Result<Vec<Step>, Difference> {
    let export = Exported::parse(json)?;
    let opening = export.deal(sides)?.game;
    let entries: Vec<(usize, Written)> = (0..)
        .zip(&export.events)
        .filter_map(|(place, event)| event.written().map(|written| (place, written)))
        .collect();
    (0..=entries.len()).map(|count| step(&opening, &entries[..count])).collect()
}

/// Replays these entries, each with its index in the export, and stops there. It makes no later decisions of
/// the engine.
fn step(opening: &Game, entries: &[(usize, Written)]) -> Result<Step, Difference> {
    let mut replay = Replay::of(opening.clone(), entries.len());
    let mut last = None;
    for (place, written) in entries {
        let wrong = |error| Difference::new(format!("events/{place}"), error);
        last = Some(replay.read(written).map_err(wrong)?);
    }
    Ok(Step { entry: last.map(|entry| shown(&entry, Viewer::Revealed)), game: replay.into_game() })
}

/// Shows a version: the entry that led to it, the position as everybody sees it after the end, and the result
/// if the game is over.
fn show(out: &mut impl Write, steps: &[Step], version: usize) -> io::Result<()> {
    let Some(step) = version.checked_sub(1).and_then(|index| steps.get(index)) else { return Ok(()) };
    writeln!(out, "\n=== version {version} of {} ===", steps.len())?;
    if let Some(entry) = &step.entry {
        writeln!(out, "{entry}")?;
    }
    board::draw(out, &step.game, Viewer::Revealed)?;
    match step.game.outcome().filter(|_| version == steps.len()) {
        Some(outcome) => board::draw_result(out, &outcome),
        None => Ok(()),
    }
}

fn step_through(out: &mut impl Write, lines: &mut impl BufRead, steps: &[Step]) -> io::Result<()> {
    writeln!(out, "Enter shows the next version, `b` the one before, a number that version; `q` ends.")?;
    let mut version = 1;
    show(out, steps, version)?;
    loop {
        write!(out, "{version}/{}> ", steps.len())?;
        out.flush()?;
        let mut line = String::new();
        if lines.read_line(&mut line)? == 0 {
            return Ok(());
        }
        version = match line.trim() {
            "q" => return Ok(()),
            "b" => version.saturating_sub(1).max(1),
            "" => (version + 1).min(steps.len()),
            text => match text.parse() {
                Ok(number) if (1..=steps.len()).contains(&number) => number,
                _ => {
                    writeln!(out, "`{text}` is not a version from 1 to {}.", steps.len())?;
                    continue;
                }
            },
        };
        show(out, steps, version)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPORT: &str = include_str!("../../tests/exports/kids-short.json");

    #[test]
    fn enter_goes_on_b_goes_back_and_a_number_jumps() {
        let steps = steps(EXPORT, &boards::load(None).unwrap()).unwrap();
        let mut out = Vec::new();
        let lines = format!("\nb\n{}\n0\n{}\nq\n", steps.len(), steps.len() + 1);
        step_through(&mut out, &mut lines.as_bytes(), &steps).unwrap();
        let text = String::from_utf8(out).unwrap();
        let shown: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("=== version ")?.split(' ').next()).collect();
        assert_eq!(shown, ["1", "2", "1", &steps.len().to_string()]);
        assert_eq!(text.matches("is not a version").count(), 2, "{text}");
        assert!(text.contains("The game ended by"), "{text}");
    }
}
