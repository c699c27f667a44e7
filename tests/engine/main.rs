//! Tests of the engine, without a server.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

// The server reads the boards from JSON, which the engine does not know. Its reader is compiled into these
// tests, so that they do not build the server.
#[path = "../../src/boards.rs"]
#[allow(dead_code, reason = "tests read boards from texts, not from files")]
mod boards;

mod base_cases;
mod deal;
mod facts;
mod forks;
mod from_view;
mod kids;
mod laws;
mod lists;
mod modules;
mod perft;
mod playthroughs;
mod position;
mod table;
mod table_talk;
