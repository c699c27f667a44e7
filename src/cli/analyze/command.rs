//! The command: which files it reads, and the form of its report.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::game::AnalyzedGame;
use super::players::Players;
use super::print;
use crate::boards;
use crate::cli::verify_lines;
use lapidary_analysis::Effort;
use lapidary_engine::kids::sides::Sides;
use lapidary_opponents::Budget;

/// What to analyze.
#[derive(Debug, Args)]
pub struct AnalyzeSettings {
    /// The export of a finished game as JSON, - for standard input, or a folder of such files.
    path: PathBuf,
    /// The simulations of each search. More find more, and take longer.
    #[arg(long, default_value_t = Effort::SIMULATIONS,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(Budget::SIMULATIONS_MAX)))]
    simulations: u32,
    /// The seed of another opinion of the same judge. Without it, the judge leaves nothing to chance.
    #[arg(long)]
    seed: Option<u64>,
    /// Print JSON: one line for each game.
    #[arg(long)]
    json: bool,
}

/// Analyzes a game, or all games of a folder, and prints the results.
pub fn run(settings: &AnalyzeSettings) -> Result<(), Box<dyn Error + Send + Sync>> {
    let sides = boards::load(None)?;
    let out = &mut io::stdout().lock();
    if settings.path.is_dir() {
        return folder(settings, &sides, out);
    }
    let game = analyze(&settings.path, settings, &sides)?;
    match settings.json {
        true => game.write_json(out),
        false => print::game(out, &game),
    }?;
    Ok(())
}

fn analyze(file: &Path, settings: &AnalyzeSettings, sides: &Sides) -> Result<AnalyzedGame, String> {
    let name = file.display().to_string();
    let effort = Effort { simulations: settings.simulations, seed: settings.seed };
    let export = verify_lines::read_game(file).map_err(|error| format!("{name}: {error}"))?;
    AnalyzedGame::new(&export, sides, effort).map_err(|difference| difference.of_file(&name))
}

/// Analyzes every file of a folder. Names and skips a file without a game, and fails at the end.
fn folder(
    settings: &AnalyzeSettings,
    sides: &Sides,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(&settings.path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let (mut players, mut games, mut failed) = (Players::default(), 0, 0);
    for file in &files {
        match analyze(file, settings, sides) {
            Ok(game) => {
                games += 1;
                players.add(&game);
                if settings.json {
                    game.write_json(out)?;
                }
            }
            Err(reason) => {
                failed += 1;
                writeln!(io::stderr(), "lapidary: {reason}").ok();
            }
        }
    }
    let folder = settings.path.display();
    if games > 0 && !settings.json {
        print::players(out, games, &players)?;
    }
    match (games, failed) {
        (0, _) => Err(format!("{folder}: no file could be analyzed").into()),
        (_, 0) => Ok(()),
        _ => Err(format!("{folder}: {failed} of {} files could not be analyzed", files.len()).into()),
    }
}
