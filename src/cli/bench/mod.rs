//! `lapidary bench`: the speed of the engine, and the speed of the server compared with PostgreSQL alone.

mod command;
mod engine;
mod http;

pub use command::{BenchCommand, run};
