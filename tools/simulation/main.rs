//! `lapidary-simulation`: whole tournaments with simulated players, without a server.
//!
//! It prints the table of the library beside it and writes files; it knows nothing about pairings. The same
//! seed gives the same tournaments on every machine.

use std::error::Error;
use std::fs::{File, create_dir_all, write};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chrono::{DateTime, SecondsFormat};
use clap::Parser;
use serde::Serialize;

use lapidary_contest::export::trf::{ReportedAcceleration, ReportedPlayer, ReportedRound, report};
use lapidary_contest::rating::log::RatingEvent;
use lapidary_contest::rating::update::ALGORITHM;
use lapidary_simulation::attendance::Disturbance;
use lapidary_simulation::format::Format;
use lapidary_simulation::rated::RatedGames;
use lapidary_simulation::report::{Case, HEAD, cases};
use lapidary_simulation::run::SimulatedEvent;

/// The maximum number of entries of a simulated event.
const ENTRIES_MAX: i64 = 1024;

/// Play whole tournaments with simulated players, check them, and measure the pairings.
#[derive(Debug, Parser)]
#[command(name = "lapidary-simulation", version)]
struct SimulationArgs {
    /// The seed that determines players, results and pairings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of events of each row.
    #[arg(long, default_value_t = 5)]
    events: u32,
    /// The numbers of entries, separated by commas.
    #[arg(long, value_delimiter = ',', default_values_t = [16, 64, 256], value_parser = clap::value_parser!(u32).range(4..=ENTRIES_MAX))]
    entries: Vec<u32>,
    /// The formats, separated by commas; all if omitted.
    #[arg(long, value_delimiter = ',', value_parser = format)]
    formats: Vec<Format>,
    /// No drops, no-shows and late entries.
    #[arg(long)]
    calm: bool,
    /// Write the public rating log of all games to this file, as JSON lines.
    #[arg(long)]
    log: Option<PathBuf>,
    /// Write a report of every event at tables of two to this directory, as TRF16.
    #[arg(long)]
    trf: Option<PathBuf>,
}

fn format(name: &str) -> Result<Format, String> {
    let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
    Format::named(name).ok_or_else(|| format!("the formats are {}", names.join(", ")))
}

fn main() -> ExitCode {
    match run(&SimulationArgs::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("lapidary-simulation: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Simulates the events, prints the table, and fails if an invariant is violated.
fn run(settings: &SimulationArgs) -> Result<(), Box<dyn Error + Send + Sync>> {
    let disturbance = if settings.calm { Disturbance::Calm } else { Disturbance::Lively };
    let formats = if settings.formats.is_empty() { &Format::ALL[..] } else { &settings.formats[..] };
    let template = Case {
        format: Format::SwissTwo,
        entries: 0,
        events: settings.events,
        disturbance,
        seed: settings.seed,
    };
    if let Some(directory) = &settings.trf {
        create_dir_all(directory)?;
    }
    let (mut rated, mut violations, mut faults) = (RatedGames::default(), Vec::new(), Vec::new());
    let mut out = io::stdout().lock();
    writeln!(out, "{HEAD}")?;
    for case in cases(formats, &settings.entries, template) {
        let mut number = 0;
        let row = case.run(&mut rated, &mut |event| {
            faults.extend(
                settings.trf.as_ref().and_then(|directory| write_trf(directory, event, number).err()),
            );
            number += 1;
        })?;
        writeln!(out, "{row}")?;
        let name = |violation| format!("{} with {} entries, {violation}", case.format.name(), case.entries);
        violations.extend(row.violations.into_iter().map(name));
    }
    faults.into_iter().next().map_or(Ok(()), Err)?;
    if let Some(file) = &settings.log {
        write_log(file, &rated)?;
    }
    let compared = rated.check()?;
    writeln!(out, "{} rated games; {compared} ratings recomputed from the log are equal", rated.games())?;
    for violation in &violations {
        writeln!(out, "{violation}")?;
    }
    if violations.is_empty() { Ok(()) } else { Err(format!("{} violations", violations.len()).into()) }
}

/// A line of the public rating log.
#[derive(Serialize)]
struct LogLine<'a> {
    pool: &'a str,
    pool_seq: u64,
    game: &'a str,
    player: &'a str,
    place: u8,
    seat: u8,
    seats: u8,
    mu_before: i64,
    sigma_before: i64,
    mu_after: i64,
    sigma_after: i64,
    algorithm: &'a str,
    finished_at: String,
    annulled: bool,
    capped: bool,
}

fn write_log(path: &Path, rated: &RatedGames) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    for (pool, log) in rated.logs() {
        let pool = pool.to_string();
        for event in log {
            serde_json::to_writer(&mut out, &line(&pool, event))?;
            writeln!(out)?;
        }
    }
    out.flush()
}

fn line<'a>(pool: &'a str, event: &'a RatingEvent) -> LogLine<'a> {
    let finished_at = DateTime::from_timestamp_millis(event.finished_at_ms).unwrap_or_default();
    LogLine {
        pool,
        pool_seq: event.pool_seq,
        game: &event.game,
        player: &event.player,
        place: event.place,
        seat: event.seat,
        seats: event.seats,
        mu_before: event.before.mu_micro,
        sigma_before: event.before.sigma_micro,
        mu_after: event.after.mu_micro,
        sigma_after: event.after.sigma_micro,
        algorithm: ALGORITHM,
        finished_at: finished_at.to_rfc3339_opts(SecondsFormat::Millis, true),
        annulled: event.annulled,
        capped: event.capped,
    }
}

/// The strength is written as the name, so that programs that read the report can play the same event.
fn write_trf(directory: &Path, event: &SimulatedEvent, number: u32) -> io::Result<()> {
    if event.format != Format::SwissTwo {
        return Ok(());
    }
    let place = |id| event.order.iter().position(|&other| other == id).unwrap_or_default() as u32 + 1;
    let players: Vec<ReportedPlayer> = event
        .players
        .iter()
        .map(|player| ReportedPlayer {
            id: player.id,
            name: format!("strength {:.0}", player.strength),
            rating: player.rating,
            place: place(player.id),
        })
        .collect();
    let rounds: Vec<_> = event.rounds.iter().map(|round| ReportedRound::of(&round.played)).collect();
    let name = format!("swiss-2-{}-{number}", event.players.len());
    let none = ReportedAcceleration::default();
    let text = report(&name, &players, &rounds, Some(rounds.len()), &none).map_err(io::Error::other)?;
    write(directory.join(format!("{name}.trf")), text)
}
