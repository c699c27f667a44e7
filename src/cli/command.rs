//! What can be asked for on the command line, and who answers.
//!
//! It knows the names of the subcommands, not what they do.

use std::error::Error;

use clap::{Parser, Subcommand};

use super::{bench, health, migrate, openapi, play, serve, verify};
use crate::settings::{DatabaseSettings, Settings};

/// An open game server for Splendor and its family.
///
/// Without a subcommand the server starts. Every option can be set by the environment variable named beside it.
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
    /// Serve the API (what happens without a subcommand).
    Serve(Box<Settings>),
    /// Bring the database up to date and leave.
    Migrate(DatabaseSettings),
    /// Ask a running server whether it is ready.
    Health(health::HealthSettings),
    /// Print the OpenAPI document.
    Openapi,
    /// Measure the speed of the engine or of the server.
    #[command(subcommand)]
    Bench(bench::BenchCommand),
    /// Check the export of a finished game, without server and database.
    Verify(verify::VerifySettings),
    /// Let random players play a game in the terminal.
    Play(play::PlaySettings),
}

/// Runs what the command line asks for.
///
/// # Errors
///
/// Whatever keeps the subcommand from doing its work, as a sentence for the terminal.
pub fn run(line: CommandLine) -> Result<(), Box<dyn Error + Send + Sync>> {
    match line.command {
        None => serve::run(line.settings),
        Some(Command::Serve(settings)) => serve::run(*settings),
        Some(Command::Migrate(settings)) => migrate::run(settings),
        Some(Command::Health(settings)) => health::run(settings),
        Some(Command::Openapi) => openapi::run(),
        Some(Command::Bench(command)) => bench::run(command),
        Some(Command::Verify(settings)) => verify::run(&settings),
        Some(Command::Play(settings)) => play::run(settings),
    }
}
