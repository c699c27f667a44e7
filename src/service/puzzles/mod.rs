//! Puzzles: which one a player gets, and answers to them.
//!
//! What a puzzle is, and whether an answer solves it, is in the package `lapidary-analysis`. Nothing here
//! shows a solution to somebody who has not answered.
//!
//! The set is part of the program (`data/puzzles.txt`); the database has ratings and answers. A puzzle
//! without a row has no answer yet. Answers of one player are ordered by the lock of their row in
//! `puzzle_solvers`.

mod all;
mod answer;
mod look;
mod refusal;
mod set;

pub use all::{PuzzleView, Puzzles};
pub use refusal::PuzzleRefusal;
