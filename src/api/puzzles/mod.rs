//! Puzzles over HTTP: handlers and bodies.

pub mod answer;
pub mod body;
pub mod look;
