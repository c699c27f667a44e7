//! `lapidary analyze`: judges an exported game or a folder of games, without a server.

mod command;
mod game;
mod players;
mod print;

pub use command::{AnalyzeSettings, run};
