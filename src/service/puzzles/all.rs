//! The type `Puzzles`, with what its use cases need, and a puzzle as they return it.

use std::sync::Arc;

use super::set::PuzzleSet;
use lapidary_analysis::puzzles::{Puzzle, PuzzleTextError};
use lapidary_model::puzzle::{GivenAnswer, PuzzleId, PuzzleRating};
use lapidary_store::Pool;

/// The use cases of puzzles.
pub struct Puzzles {
    pub(super) pool: Pool,
    pub(super) set: PuzzleSet,
}

/// A puzzle as somebody sees it.
pub struct PuzzleView {
    pub id: PuzzleId,
    /// The puzzle, with its solutions: they are for those who have answered.
    pub puzzle: Arc<Puzzle>,
    pub rating: PuzzleRating,
    /// The answer of the viewer that counted; none if they have not answered.
    pub given: Option<GivenAnswer>,
}

impl Puzzles {
    /// Returns the puzzles of this text, with answers and ratings in this database.
    pub fn new(pool: Pool, text: &str) -> Result<Puzzles, PuzzleTextError> {
        Ok(Puzzles { pool, set: PuzzleSet::read(text)? })
    }
}
