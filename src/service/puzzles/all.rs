//! The type `Puzzles`, with what its use cases need, and the view of a puzzle that they return.

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

/// A puzzle as a viewer sees it.
pub struct PuzzleView {
    pub id: PuzzleId,
    /// The puzzle with its solutions, which only players who have answered may see.
    pub puzzle: Arc<Puzzle>,
    pub rating: PuzzleRating,
    /// The viewer's answer that counted; none if they have not answered.
    pub given: Option<GivenAnswer>,
}

impl Puzzles {
    /// Returns the puzzles of this text, with answers and ratings in this database.
    pub fn new(pool: Pool, text: &str) -> Result<Puzzles, PuzzleTextError> {
        Ok(Puzzles { pool, set: PuzzleSet::read(text)? })
    }
}
