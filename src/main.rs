//! The program: reads the command line and runs what it asks for.

use std::process::ExitCode;

use clap::Parser;
use lapidary::cli::{self, CommandLine};

fn main() -> ExitCode {
    cli::run(CommandLine::parse())
}
