//! Puzzles that players answer: ids, answers, and ratings in a separate pool.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use lapidary_contest::rating::ladder::Form;
use lapidary_contest::rating::skill::Rating;

/// The id of a puzzle. It follows from the position, so every server computes the same id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PuzzleId(pub Uuid);

/// The rating of a puzzle, with the answers that it follows from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PuzzleRating {
    /// The rating in the pool of puzzles.
    pub rating: Rating,
    /// The answers that counted.
    pub answers: u32,
    /// Those that were right.
    pub solved: u32,
}

/// The rating of a player in the pool of puzzles, with the answers that it follows from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SolverRecord {
    /// The rating in the pool of puzzles.
    pub rating: Rating,
    /// The answers that counted.
    pub answers: u32,
    /// Those that were right.
    pub solved: u32,
    /// When the last one was given.
    pub last_answer_at: Option<DateTime<Utc>>,
}

impl SolverRecord {
    /// The whole days since the last answer; 0 without one.
    pub fn days_idle(&self, now: DateTime<Utc>) -> u32 {
        let last_at_ms = self.last_answer_at.map(|last| last.timestamp_millis());
        Form { rating: self.rating, games: self.answers, last_at_ms }.days_idle(now.timestamp_millis())
    }
}

/// An answer that counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenAnswer {
    /// The turn in notation.
    pub turn: String,
    /// Whether it solves the puzzle.
    pub is_right: bool,
    /// The rating of the player before it.
    pub before: Rating,
    /// The rating of the player after it.
    pub after: Rating,
}
