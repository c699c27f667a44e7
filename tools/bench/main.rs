//! `lapidary-bench`: the speed of the engine, the cost of refusals, the bytes of games, and the speed of the
//! server compared with PostgreSQL alone.
//!
//! A program of its own, because a server does not need it. Called with `serve` it is the server, in a
//! process of its own.

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use lapidary::{cli, telemetry};
use mimalloc::MiMalloc;

mod command;
mod engine;
mod http;
mod refusals;
mod report;

use command::BenchCommand;

/// The allocator of the server.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The measurements of Lapidary: every ratio is of two figures of one run.
#[derive(Parser)]
#[command(name = "lapidary-bench", version)]
struct BenchArgs {
    #[command(subcommand)]
    command: BenchCommand,
}

fn main() -> ExitCode {
    if std::env::args().nth(1).is_some_and(|word| word == "serve") {
        return cli::run(cli::CommandLine::parse());
    }
    let measured: Result<(), Box<dyn Error + Send + Sync>> = command::run(BenchArgs::parse().command);
    if let Err(reason) = &measured {
        telemetry::fail(reason);
    }
    telemetry::finish();
    if measured.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
