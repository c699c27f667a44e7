//! What every built-in opponent must do, in every ruleset.

#![allow(clippy::unwrap_used, clippy::panic)]

mod evaluation;
mod games;
mod last_turn;
mod secrecy;
mod table;
