//! `lapidary analyze`: judges exported games, one or a whole folder, without a server.

mod command;
mod game;
mod players;
mod print;

pub use command::{AnalyzeSettings, run};
