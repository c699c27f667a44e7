//! Lapidary, an open game server for Splendor and its family.
//!
//! Dependencies point in one direction: `api → service → store → model → engine`. `engine` and `contest` are
//! packages of their own. `auth` uses no other module of this crate; `boards` uses only the engine, `maps`
//! also the pictures.

// They panic when a pipe is closed: `cli::output` does not.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod boards;
pub mod cli;
pub mod jobs;
pub mod maps;
pub mod startup;
pub mod telemetry;

pub use lapidary_api as api;
pub use lapidary_contest as contest;
pub use lapidary_database as database;
pub use lapidary_engine as engine;
pub use lapidary_model as model;
pub use lapidary_model::{auth, counters, settings};
pub use lapidary_service as service;
pub use lapidary_service::{broker, mail, outbox, stream};
pub use lapidary_store as store;
