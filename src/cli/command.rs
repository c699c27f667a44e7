//! The subcommands and the code that runs them.
//!
//! This module knows the names of the subcommands, not what they do.

use std::error::Error;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use super::{
    admin, analyze, arena, database, exports, health, migrate, openapi, output, play, puzzles, ratings,
    render, replay, serve, verify,
};
use crate::telemetry;
use lapidary_model::settings::Settings;

/// An open game server for Splendor and its family.
///
/// Without a subcommand the server starts. Every option can be set by the environment variable named beside
/// it.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct CommandLine {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The subcommands.
#[derive(Subcommand)]
pub enum Command {
    /// Serve the API (the default without a subcommand).
    Serve(Box<Settings>),
    /// Run the pending migrations of the database and exit.
    Migrate(migrate::MigrateCommand),
    /// Show how to connect to the database, or run a PostgreSQL program on it, such as pg_dump.
    Database(database::DatabaseCommand),
    /// Grant, revoke and list the administrator role, make links that set a new password, and lock, unlock
    /// and erase accounts.
    Admin(admin::AdminCommand),
    /// Write the finished public games of a month to a file.
    Exports(exports::ExportsCommand),
    /// Check whether a running server is ready.
    Health(health::HealthSettings),
    /// Print the OpenAPI document.
    Openapi,
    /// Check the export of a finished game, or a file of many, without server and database.
    Verify(verify::VerifySettings),
    /// Draw a position of an exported game, or all of it, as a picture.
    Render(render::RenderSettings),
    /// Let random players play a game in the terminal, or play against a built-in opponent.
    Play(play::PlaySettings),
    /// Step through an exported game in the terminal.
    Replay(replay::ReplaySettings),
    /// Judge the turns of an exported game, or of all games of a folder.
    Analyze(analyze::AnalyzeSettings),
    /// Find puzzles in exported games.
    Puzzles(puzzles::PuzzlesSettings),
    /// Let bots on this machine play a match against each other, without server and database.
    Arena(arena::ArenaSettings),
    /// Let built-in opponents play against each other, and keep their games in a file.
    Selfplay(arena::SelfplaySettings),
    /// Become the program of a bot; the arena calls this.
    #[command(hide = true)]
    ArenaBot(arena::GuardedCommand),
    /// Recompute the ratings from the public logs, or check them.
    Ratings(ratings::RatingsCommand),
}

/// Runs the subcommand, and reports the reason if it fails.
pub fn run(line: CommandLine) -> ExitCode {
    let done = dispatch(line).or_else(output::unless_closed);
    if let Err(reason) = &done {
        telemetry::fail(reason);
    }
    telemetry::finish();
    if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn dispatch(line: CommandLine) -> Result<(), Box<dyn Error + Send + Sync>> {
    match line.command {
        None => serve::run(line.settings),
        Some(Command::Serve(settings)) => serve::run(*settings),
        Some(Command::Migrate(command)) => migrate::run(command),
        Some(Command::Database(command)) => database::run(&command),
        Some(Command::Admin(command)) => admin::run(&command),
        Some(Command::Exports(command)) => exports::run(&command),
        Some(Command::Health(settings)) => health::run(&settings),
        Some(Command::Openapi) => openapi::run(),
        Some(Command::Verify(settings)) => verify::run(&settings),
        Some(Command::Render(settings)) => render::run(&settings),
        Some(Command::Play(settings)) => play::run(settings),
        Some(Command::Replay(settings)) => replay::run(&settings),
        Some(Command::Analyze(settings)) => analyze::run(&settings),
        Some(Command::Puzzles(settings)) => puzzles::run(&settings),
        Some(Command::Arena(settings)) => arena::run(&settings),
        Some(Command::Selfplay(settings)) => arena::run_selfplay(&settings),
        Some(Command::ArenaBot(command)) => arena::run_guarded(&command),
        Some(Command::Ratings(command)) => ratings::run(&command),
    }
}
