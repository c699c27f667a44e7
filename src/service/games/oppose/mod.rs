//! The decisions of built-in opponents: finding the games that wait for one, thinking, and sending decisions
//! with the same use cases as everybody else.
//!
//! The package `lapidary-opponents` plays. It gets what the seat sees and nothing else.
//!
//! A built-in opponent is a player that a migration has added, with a session that has no token. The job
//! takes the most urgent game: one with a clock, one in which a player waits, then one of opponents alone.
//!
//! - The version decides: a decision for an earlier version changes nothing. To save time, only one server
//!   works on it: beside other servers it takes an advisory lock, which ends with its connection.
//! - Nothing is lost with the queue (`stream/due.rs`): every server searches for active games in which
//!   nothing has happened for a while (`search.rs`), at most a twentieth of the time.
//! - An opponent without a legal answer, or one that panics, resigns, and the server logs an error. It
//!   agrees to proposals to abort; it never aborts alone.

mod analyze;
mod decide;
pub(super) mod opponents;
pub(super) mod refusal;
mod search;
mod thinkers;
