//! `lapidary bench`: what the engine does in a second of processor time, and the server beside PostgreSQL's own pace.

mod command;
mod engine;
mod http;

pub use command::{BenchCommand, run};
