//! Tests of the engine, without a server.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod base_cases;
mod deal;
mod facts;
mod kids;
mod laws;
mod lists;
mod module_cases;
mod perft;
mod playthroughs;
mod position;
mod table;
mod table_talk;
mod wire;
