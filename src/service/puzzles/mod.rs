//! Puzzles: which one a player gets, and answers to them.
//!
//! The package `lapidary-analysis` defines puzzles and decides whether an answer solves one. Nothing here
//! shows a solution to a player who has not answered.
//!
//! The set is part of the program (`data/puzzles.txt`). The database has ratings and answers. A puzzle
//! without a row has no answer yet. The lock of a player's row in `puzzle_solvers` orders the answers of the
//! player.

mod all;
mod answer;
mod look;
mod refusal;
mod set;

pub use all::{PuzzleView, Puzzles};
pub use refusal::PuzzleRefusal;
