//! The command line: one file for each subcommand.

mod admin;
mod against;
mod analyze;
mod arena;
mod board;
mod built_in;
mod command;
mod connected;
mod database;
mod exports;
mod findings;
mod games_file;
mod health;
mod migrate;
mod openapi;
mod output;
pub mod play;
mod puzzles;
mod ratings;
mod render;
pub mod replay;
mod serve;
pub mod table;
pub mod verify;
mod verify_lines;
mod verify_text;

pub use command::{Command, CommandLine, run};
