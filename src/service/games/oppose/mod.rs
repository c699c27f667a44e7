//! The decisions of built-in opponents: finding the games that wait for one, thinking, and sending what was
//! decided by the same use cases as everybody else.
//!
//! How they play is in the package `lapidary-opponents`, which gets what the seat sees and nothing else.

mod analyze;
mod decide;
pub(super) mod opponents;
pub(super) mod refusal;
mod search;
mod thinkers;
