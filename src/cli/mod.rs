//! The command line: one file for each subcommand.

mod bench;
mod command;
mod health;
mod migrate;
mod openapi;
mod serve;

pub use command::{Command, CommandLine, run};
