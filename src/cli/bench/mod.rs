//! `lapidary bench`: the speed of the engine, the cost of refusals, and the speed of the server compared with PostgreSQL alone.

mod command;
mod engine;
mod http;
mod refusals;

pub use command::{BenchCommand, run};
