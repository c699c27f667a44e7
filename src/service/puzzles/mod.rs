//! Puzzles: which one a player gets, and answers to them.
//!
//! What a puzzle is, and whether an answer solves it, is in the package `lapidary-analysis`. Nothing here
//! shows a solution to somebody who has not answered.

mod all;
mod answer;
mod look;
mod refusal;
mod set;

pub use all::{PuzzleView, Puzzles};
pub use refusal::PuzzleRefusal;
