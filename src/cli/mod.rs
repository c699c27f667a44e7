//! The command line: one file for each subcommand.

mod admin;
mod ancestors;
mod board;
mod command;
mod database;
mod difference;
mod exported;
mod findings;
mod health;
mod migrate;
mod openapi;
pub mod play;
mod ratings;
mod render;
mod serve;
pub mod verify;
mod verify_text;

pub use command::{Command, CommandLine, run};
