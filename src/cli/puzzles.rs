//! `lapidary puzzles`: finds puzzles in exported games, without a server.

use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::verify_lines;
use crate::boards;
use lapidary_analysis::puzzles::{Finder, SIMULATIONS_MAX, write};
use lapidary_analysis::{Effort, Line};
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::replay::Written;
use lapidary_exported::{Difference, Exported, ExportedEvent};

/// Where to look for puzzles.
#[derive(Debug, Args)]
pub struct PuzzlesSettings {
    /// Exports of finished games as JSON, - for standard input, or folders of such files.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The simulations of the short search of every position. Searches that are eight times deeper confirm
    /// what it finds.
    #[arg(long, default_value_t = Effort::SIMULATIONS,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(SIMULATIONS_MAX)))]
    simulations: u32,
    /// The seed of the second opinion.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Prints the puzzles of all games as text, each when it is found. Omits names of players and ids of games.
pub fn run(settings: &PuzzlesSettings) -> Result<(), Box<dyn Error + Send + Sync>> {
    let sides = boards::load(None)?;
    let mut finder = Finder::new(settings.simulations, settings.seed);
    match print(&mut io::stdout().lock(), settings, &sides, &mut finder)? {
        0 => Err("no file is a game in which puzzles can be found".into()),
        _ => Ok(()),
    }
}

/// Prints the puzzles, and returns the number of games.
fn print(
    out: &mut impl Write,
    settings: &PuzzlesSettings,
    sides: &Sides,
    finder: &mut Finder,
) -> io::Result<usize> {
    let (mut games, mut known) = (0, HashSet::new());
    let mut head = String::new();
    write(&mut head, []).map_err(io::Error::other)?;
    out.write_all(head.as_bytes())?;
    for file in files(&settings.paths)? {
        let line = match read(&file, sides) {
            Ok(line) => line,
            Err(reason) => {
                writeln!(io::stderr(), "lapidary: {reason}").ok();
                continue;
            }
        };
        games += 1;
        let mut found = Vec::new();
        finder.find(&line, &mut |puzzle| found.push(puzzle));
        for puzzle in found.iter().filter(|puzzle| known.insert(puzzle.id())) {
            write!(out, "\n{puzzle}")?;
        }
        out.flush()?;
    }
    writeln!(io::stderr(), "lapidary: {} puzzles in {games} games", known.len()).ok();
    Ok(games)
}

/// The files of these paths. For a folder, the files that end in `.json`, in the order of their names.
fn files(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for path in paths {
        if !path.is_dir() {
            all.push(path.clone());
            continue;
        }
        let mut files: Vec<PathBuf> =
            fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
        files.sort();
        all.extend(files);
    }
    Ok(all)
}

fn read(file: &Path, sides: &Sides) -> Result<Line, String> {
    let name = file.display().to_string();
    let json = verify_lines::read_game(file).map_err(|error| format!("{name}: {error}"))?;
    let line = Exported::parse(&json).and_then(|export| choices(&export, sides));
    line.map_err(|difference| difference.of_file(&name))
}

/// The choices of an exported game.
pub(super) fn choices(export: &Exported, sides: &Sides) -> Result<Line, Difference> {
    let opening = export.deal(sides)?.game;
    let entries: Vec<Written> = export.events.iter().filter_map(ExportedEvent::written).collect();
    Line::read(&opening, &entries).map_err(|error| Difference::new("events", error))
}
