//! Tests of the real application over HTTP; each test has a server and a database of its own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly")]

mod account_races;
mod accounts;
mod api_tokens;
mod app;
#[cfg(feature = "bench")]
mod bench;
mod bodies;
mod bots;
mod caching;
mod cluster;
mod compatibility;
mod connections;
mod contract;
mod database;
mod encryption;
mod ended_sessions;
mod every_operation;
mod faults;
mod finding;
mod first_steps;
mod games;
mod idempotency;
mod ladders;
mod limits;
mod line;
mod logins;
mod oauth;
mod operating;
mod operations;
mod passwords;
mod plans;
mod process;
mod races;
mod recovery;
mod refusals;
mod revival;
mod rulesets;
mod schema;
mod scopes;
mod secrecy;
mod sessions;
mod silence;
mod test_database;
mod tournaments;
mod webhooks;
