//! `lapidary selfplay`: built-in opponents play against each other, and every game is a line of a file. The
//! same command writes the same bytes with any number of threads.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use tokio_util::sync::CancellationToken;

use super::bot::{Bot, Player, with_names};
use super::command::{GAMES_MAX, JOBS_MAX, processors, stop_by_signal};
use super::contest::play_all;
use super::referee::Referee;
use super::schedule::{BOTS_MAX, Schedule};
use super::terms::{TermSettings, Terms};
use crate::cli::built_in::{BuiltIn, Effort, SIMULATIONS_USUAL};
use crate::cli::games_file::{GamesFile, line_format};
use crate::cli::output;
use lapidary_api::export::line::LineFormat;
use lapidary_opponents::Budget;

/// Games of built-in opponents.
#[derive(Debug, Args)]
pub struct SelfplaySettings {
    /// The built-in opponents, such as greedy, master:60 (strength in percent) or master@1600 (simulations a
    /// turn). If there are fewer than seats, they sit in several seats each.
    #[arg(long, required = true, num_args = 1..)]
    bots: Vec<String>,
    /// The number of games. With more bots than seats, it is rounded up until every choice of bots has played
    /// equally often.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=GAMES_MAX))]
    games: u64,
    /// The seed of deals, seats and opponents; random if omitted.
    #[arg(long)]
    seed: Option<u64>,
    /// The file, which is replaced when all games are played. A name that ends in .gz is compressed.
    #[arg(long)]
    out: PathBuf,
    /// What is in the line of a game: `export`, the whole export as JSON; or `notation`, the export as text
    /// with tabs in place of line breaks.
    #[arg(long, default_value = LineFormat::Export.name(), value_parser = line_format)]
    format: LineFormat,
    #[command(flatten)]
    terms: TermSettings,
    /// The simulations a turn of opponents that name no effort.
    #[arg(long, default_value_t = SIMULATIONS_USUAL, value_parser = clap::value_parser!(u32).range(1..=i64::from(Budget::SIMULATIONS_MAX)))]
    simulations: u32,
    /// The number of games that run at the same time; by default the number of processors.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=i64::from(JOBS_MAX)))]
    jobs: Option<u16>,
}

/// Plays the games, and writes them to the file.
pub fn run(settings: &SelfplaySettings) -> Result<(), Box<dyn Error + Send + Sync>> {
    let Terms { ruleset, seats, sides } = settings.terms.load()?;
    let bots = bots(&settings.bots, seats.get())?;
    let seed = settings.seed.unwrap_or_else(|| fastrand::u64(..));
    let schedule = Schedule::new(bots.len(), seats.get(), settings.games, seed, false);
    let referee = Referee {
        ruleset,
        sides,
        bots,
        usual_effort: Effort::Simulations(settings.simulations),
        answer_time: Duration::ZERO,
        start_time: Duration::ZERO,
        lines: Some(settings.format),
    };
    let stopped = CancellationToken::new();
    stop_by_signal(stopped.clone())?;
    let mut file = GamesFile::create(&settings.out)?;
    let jobs = settings.jobs.map_or_else(processors, usize::from);
    play_all(&referee, &schedule, 0..schedule.games(), jobs, &stopped, |played| {
        file.add(&played.line.unwrap_or_default(), 1)?;
        Ok(ControlFlow::Continue(()))
    })?;
    if file.games() < schedule.games() {
        return Err("stopped before the last game; the file is as it was before".into());
    }
    let written = file.finish()?;
    output::tell(format_args!("{}  {}", written.sha256, settings.out.display()))?;
    Ok(output::tell(format_args!("{} games with seed {seed}", written.games))?)
}

/// Returns the opponents with names, at least as many as seats.
fn bots(named: &[String], seats: usize) -> Result<Vec<Bot>, String> {
    if named.len() > BOTS_MAX {
        return Err(format!("at most {BOTS_MAX} bots play"));
    }
    for name in named {
        if BuiltIn::parse(name)?.is_timed() {
            return Err(format!(
                "`{name}` plays differently on each machine: name simulations, as master@400"
            ));
        }
    }
    let enough = named.iter().cycle().take(named.len().max(seats));
    with_names(&enough.map(|name| Player::built_in(name)).collect::<Vec<_>>(), &[])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_bots_sit_in_several_seats_and_none_thinks_by_the_clock() {
        let bots = |named: &[&str], seats| {
            let named: Vec<String> = named.iter().map(|name| (*name).to_owned()).collect();
            bots(&named, seats).map(|bots| bots.into_iter().map(|bot| bot.name).collect::<Vec<_>>())
        };
        assert_eq!(bots(&["greedy", "random"], 3).unwrap(), ["greedy", "random", "greedy#2"]);
        assert_eq!(bots(&["greedy", "random:50", "random"], 2).unwrap().len(), 3);
        assert!(bots(&["master@100ms"], 2).unwrap_err().contains("simulations"));
        assert!(bots(&["sh -c true"], 2).is_err(), "programs do not play");
        assert!(bots(&["random"; BOTS_MAX + 1], 2).is_err());
    }
}
