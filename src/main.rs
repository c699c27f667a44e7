//! The program: reads the command line and runs what it asks for.

use std::process::ExitCode;

use clap::Parser;
use lapidary::cli::{self, CommandLine};

fn main() -> ExitCode {
    match cli::run(CommandLine::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lapidary: {error}");
            ExitCode::FAILURE
        }
    }
}
