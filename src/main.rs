//! The program: parses the command line and runs the subcommand.

use std::process::ExitCode;

use clap::Parser;
use lapidary::cli::{self, CommandLine};

fn main() -> ExitCode {
    cli::run(CommandLine::parse())
}
