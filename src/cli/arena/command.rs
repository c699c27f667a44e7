//! The command line of the arena, and a match from its first game to its report.

use std::error::Error;
use std::io::{self, Write};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use tokio_util::sync::CancellationToken;

use super::bot::{self, Bot, Player};
use super::contest::play_all;
use super::game_files::GameFiles;
use super::kept::KeptResults;
use super::referee::{Played, Referee, Thought};
use super::report::{Conditions, Ended, Faults, Report};
use super::schedule::{BOTS_MAX, Schedule};
use super::sprt::Sprt;
use super::tally::Tally;
use super::terms::{TermSettings, Terms};
use crate::cli::built_in::{Effort, SIMULATIONS_USUAL};
use lapidary_api::export::line::LineFormat;
use lapidary_contest::shares::score;
use lapidary_opponents::Budget;

/// The maximum number of games of a match.
pub const GAMES_MAX: u64 = 10_000_000;
/// The maximum number of games that run at the same time.
pub const JOBS_MAX: u16 = 1024;
/// The time limit of a program for an answer, unless the command sets another.
const ANSWER_TIME_USUAL: Duration = Duration::from_secs(10);
/// The time between two lines of progress.
const PROGRESS_EVERY: Duration = Duration::from_secs(5);

/// A match.
#[derive(Debug, Args)]
pub struct ArenaSettings {
    /// The bots: commands of programs that speak the protocol of docs/arena.md, and built-in opponents such
    /// as builtin:greedy, builtin:master:60 (strength in percent), builtin:master@1600 (simulations a turn)
    /// or builtin:master@100ms.
    #[arg(long, required = true, num_args = 2..)]
    bots: Vec<String>,
    /// Names of the bots in reports and game files, in the same order; by default their commands.
    #[arg(long, num_args = 1..)]
    names: Vec<String>,
    /// The number of games. It is rounded up until every bot has played every seat at every table equally
    /// often.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=GAMES_MAX))]
    games: u64,
    /// The seed of deals, seats and built-in opponents; random if omitted.
    #[arg(long)]
    seed: Option<u64>,
    /// Play each deal once with every bot in every seat.
    #[arg(long)]
    rotate: bool,
    /// Let the first bot play every game, against every choice of the others, who do not play without it.
    #[arg(long)]
    gauntlet: bool,
    #[command(flatten)]
    terms: TermSettings,
    /// The simulations a turn of built-in opponents that name no effort; 400 if neither this nor a time is
    /// given.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=i64::from(Budget::SIMULATIONS_MAX)))]
    simulations: Option<u32>,
    /// The time for an answer in milliseconds. A program that takes longer has lost. Built-in opponents that
    /// name no effort think this long, unless simulations are given.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time_ms: Option<u64>,
    /// The further time for the first answer of a program in each game, in which it starts.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(0..=3_600_000))]
    start_ms: u64,
    /// End the match as soon as a sequential test, with errors of 5 %, decides whether the share of the first
    /// of two bots is at most LOW or at least HIGH, such as 0.5 0.55.
    #[arg(long, num_args = 2, value_names = ["LOW", "HIGH"])]
    sprt: Vec<f64>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
    /// Keep the export of every game in this directory; `lapidary verify` and `lapidary replay` read them.
    #[arg(long)]
    games_dir: Option<PathBuf>,
    /// Keep the result of each game in this file, and go on after those that it has: for a match that was
    /// interrupted, or with more games.
    #[arg(long)]
    resume: Option<PathBuf>,
    /// The number of games that run at the same time; by default the number of processors.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=i64::from(JOBS_MAX)))]
    jobs: Option<u16>,
}

/// Plays a match, and prints its result to standard output and its progress to standard error.
pub fn run(settings: &ArenaSettings) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut run = Match::new(settings)?;
    let stopped = CancellationToken::new();
    stop_by_signal(stopped.clone())?;
    let files = settings.games_dir.as_deref().map(GameFiles::in_directory).transpose()?;
    let jobs = settings.jobs.map_or_else(processors, usize::from);
    let Match { referee, schedule, results, kept } = &mut run;
    let first = results.tally.games();
    let last = if results.is_decided { first } else { schedule.games() };
    if first > 0 {
        writeln!(io::stderr(), "goes on after {first} games").ok();
    }
    play_all(referee, schedule, first..last, jobs, &stopped, |played| {
        if let Some(kept) = kept {
            kept.add(&played)?;
        }
        if let (Some(files), Some(export)) = (&files, &played.line) {
            files.keep(played.fixture.index, export)?;
        }
        Ok(results.take(&played, referee, schedule))
    })?;
    tell_times(&run.referee, &run.results.tally);
    let report = run.report(settings);
    let out = &mut io::stdout().lock();
    if settings.json { report.print_json(out) } else { report.print_text(out) }?;
    match stopped.is_cancelled() {
        true => Err("the match was stopped before its last game".into()),
        false => Ok(()),
    }
}

/// A match that is set up.
struct Match {
    referee: Referee,
    schedule: Schedule,
    results: Results,
    kept: Option<KeptResults>,
}

/// The results so far.
struct Results {
    tally: Tally,
    faults: Faults,
    sprt: Option<Sprt>,
    is_decided: bool,
    /// The scores of the first bot with the current deal.
    of_first: Vec<f64>,
    begun: Instant,
    told: Instant,
}

impl Match {
    fn new(settings: &ArenaSettings) -> Result<Match, Box<dyn Error + Send + Sync>> {
        let Terms { ruleset, seats, sides } = settings.terms.load()?;
        let bots = bot::with_names(&settings.bots, &settings.names)?;
        if bots.len() < seats.get() {
            return Err(format!("{} bots cannot fill {} seats", bots.len(), seats.get()).into());
        }
        if bots.len() > BOTS_MAX {
            return Err(format!("a match has at most {BOTS_MAX} bots").into());
        }
        for bot in &bots {
            if let Player::Program(words) = &bot.player {
                find_program(words.first().map_or("", String::as_str))?;
            }
        }
        let sprt = match settings.sprt[..] {
            [] => None,
            [low, high] if bots.len() == 2 => {
                Some(Sprt::new(low, high).ok_or("--sprt needs two shares with 0 < LOW < HIGH < 1")?)
            }
            _ => return Err("--sprt needs a match of two bots".into()),
        };
        let (mut kept, seed) = match &settings.resume {
            Some(path) => {
                let (kept, seed) = KeptResults::open(path, &settings.decisive(&bots), settings.seed)?;
                (Some(kept), seed)
            }
            None => (None, settings.seed.unwrap_or_else(|| fastrand::u64(..))),
        };
        let schedule = match settings.gauntlet {
            true => Schedule::gauntlet,
            false => Schedule::new,
        };
        let schedule = schedule(bots.len(), seats.get(), settings.games, seed, settings.rotate);
        let mut results = Results {
            tally: Tally::new(bots.len()),
            faults: Faults::default(),
            sprt,
            is_decided: false,
            of_first: Vec::new(),
            begun: Instant::now(),
            told: Instant::now(),
        };
        let referee = Referee {
            ruleset,
            sides,
            bots,
            usual_effort: settings.effort(),
            answer_time: settings.time_ms.map_or(ANSWER_TIME_USUAL, Duration::from_millis),
            start_time: Duration::from_millis(settings.start_ms),
            lines: settings.games_dir.is_some().then_some(LineFormat::Export),
        };
        let before = kept.as_mut().map(|kept| kept.read(&schedule)).transpose()?.unwrap_or_default();
        for played in before {
            if results.take(&played, &referee, &schedule).is_break() {
                break;
            }
        }
        Ok(Match { referee, schedule, results, kept })
    }

    fn report(self, settings: &ArenaSettings) -> Report {
        let Match { referee, schedule, results, .. } = self;
        let conditions = Conditions {
            played: referee.ruleset.into(),
            seats: schedule.seats(),
            seed: schedule.seed(),
            rotate: settings.rotate,
        };
        let ended = if results.is_decided {
            Ended::Sprt
        } else if results.tally.games() == schedule.games() {
            Ended::Completed
        } else {
            Ended::Stopped
        };
        Report::new(conditions, &referee.bots, &results.tally, results.sprt.as_ref(), results.faults, ended)
    }
}

impl ArenaSettings {
    /// Describes everything that decides the games beside the seed: a match continues only with the same.
    fn decisive(&self, bots: &[Bot]) -> String {
        let ArenaSettings { terms, rotate, gauntlet, start_ms, time_ms, sprt, .. } = self;
        let effort = self.effort();
        format!("{bots:?} {terms:?} {rotate} {gauntlet} {effort:?} {time_ms:?} {start_ms} {sprt:?}")
    }

    /// The effort of built-in opponents that specify none.
    fn effort(&self) -> Effort {
        match (self.simulations, self.time_ms) {
            (None, Some(time)) => Effort::Time(Duration::from_millis(time)),
            (simulations, _) => Effort::Simulations(simulations.unwrap_or(SIMULATIONS_USUAL)),
        }
    }
}

/// Writes how long each bot thought to standard error. The report has the same bytes for the same games.
fn tell_times(referee: &Referee, tally: &Tally) {
    for (bot, record) in referee.bots.iter().zip(&tally.records) {
        let Thought { answers, ms } = record.thought;
        let mean = ms / f64::from(answers.max(1));
        writeln!(io::stderr(), "{}: {mean:.3} ms a move in {answers} moves", bot.name).ok();
    }
}

impl Results {
    /// Takes the result of a game. Breaks once the sequential test has decided.
    fn take(&mut self, played: &Played, referee: &Referee, schedule: &Schedule) -> ControlFlow<()> {
        self.tally.add(played);
        self.faults.add(played, &referee.bots);
        if self.told.elapsed() >= PROGRESS_EVERY {
            self.told = Instant::now();
            self.tell(referee, schedule);
        }
        let Some(sprt) = &mut self.sprt else { return ControlFlow::Continue(()) };
        let seat = played.fixture.seats.iter().position(|bot| *bot == 0).unwrap_or_default();
        self.of_first.push(score(&played.ranks, seat));
        if played.fixture.is_last_of_set {
            sprt.add(self.of_first.iter().sum::<f64>() / self.of_first.len() as f64);
            self.of_first.clear();
            self.is_decided = sprt.accepted().is_some();
        }
        if self.is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Writes a progress line to standard error.
    fn tell(&self, referee: &Referee, schedule: &Schedule) {
        let games = self.tally.games();
        let speed = games as f64 / self.begun.elapsed().as_secs_f64();
        let shares = referee
            .bots
            .iter()
            .zip(&self.tally.records)
            .map(|(bot, record)| format!("{} {:.1} %", bot.name, record.scores.share().mean * 100.0));
        let shares = shares.collect::<Vec<_>>().join(", ");
        let ratio = self.sprt.as_ref().map_or(String::new(), |sprt| format!("; test at {:.2}", sprt.ratio()));
        let line = format!("{games} of {} games, {speed:.1} a second: {shares}{ratio}", schedule.games());
        // A match does not stop because nobody can read its progress.
        writeln!(io::stderr(), "{line}").ok();
    }
}

/// The number of processors of this process.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Checks that a program exists, so that a misspelled command does not lose a thousand games.
fn find_program(name: &str) -> Result<(), String> {
    let is_there = match name.contains('/') {
        true => std::path::Path::new(name).is_file(),
        false => std::env::var_os("PATH")
            .is_some_and(|path| std::env::split_paths(&path).any(|directory| directory.join(name).is_file())),
    };
    if is_there { Ok(()) } else { Err(format!("there is no program `{name}`")) }
}

/// Stops the match on a signal, so that it ends its programs and reports its results so far.
pub fn stop_by_signal(stopped: CancellationToken) -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let [mut interrupted, mut terminated, mut hung_up] = {
        let _inside = runtime.enter();
        [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?, signal(SignalKind::hangup())?]
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        runtime.block_on(async {
            tokio::select! {
                _ = interrupted.recv() => {}
                _ = terminated.recv() => {}
                _ = hung_up.recv() => {}
            }
            stopped.cancel();
        });
    })?;
    Ok(())
}
