//! A set of puzzles. It does not know the source of its text, or the players.

use std::collections::BTreeMap;
use std::sync::Arc;

use lapidary_analysis::puzzles::{Difficulty, Puzzle, PuzzleTextError, Theme, read};
use lapidary_contest::rating::skill::{MICRO_PER_SHOWN_POINT, Rating};
use lapidary_model::puzzle::{PuzzleId, PuzzleRating};
use uuid::Uuid;

/// How much a step of difficulty raises or lowers the first rating of a puzzle, in shown points.
const POINTS_PER_DIFFICULTY: i64 = 200;

/// The puzzles by their ids.
pub(super) struct PuzzleSet(BTreeMap<PuzzleId, Arc<Puzzle>>);

impl PuzzleSet {
    /// Reads a set.
    pub fn read(text: &str) -> Result<PuzzleSet, PuzzleTextError> {
        let puzzles = read(text)?;
        let named = |puzzle: Puzzle| (PuzzleId(Uuid::from_bytes(puzzle.id())), Arc::new(puzzle));
        Ok(PuzzleSet(puzzles.into_iter().map(named).collect()))
    }

    /// Returns the puzzle with this id.
    pub fn get(&self, id: PuzzleId) -> Option<&Arc<Puzzle>> {
        self.0.get(&id)
    }

    /// Returns the puzzles with this theme, or all, in the order of their ids.
    pub fn about(&self, theme: Option<Theme>) -> impl Iterator<Item = (PuzzleId, &Arc<Puzzle>)> {
        let is_about = move |puzzle: &Puzzle| theme.is_none_or(|theme| puzzle.themes.contains(&theme));
        self.0.iter().map(|(id, puzzle)| (*id, puzzle)).filter(move |(_, puzzle)| is_about(puzzle))
    }

    /// Returns the puzzle of a day, counted from any fixed day. The puzzles take turns.
    pub fn of_day(&self, day: u64) -> Option<PuzzleId> {
        let place = day.checked_rem(self.0.len() as u64)?;
        self.0.keys().nth(place as usize).copied()
    }
}

/// Returns the rating of a puzzle that nobody has answered.
pub(super) fn first_rating(puzzle: &Puzzle) -> PuzzleRating {
    let steps = match puzzle.difficulty {
        Difficulty::Easy => -1,
        Difficulty::Medium => 0,
        Difficulty::Hard => 1,
    };
    let harder = steps * POINTS_PER_DIFFICULTY * MICRO_PER_SHOWN_POINT;
    let rating = Rating { mu_micro: Rating::START.mu_micro + harder, ..Rating::START };
    PuzzleRating { rating, answers: 0, solved: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The set of the program.
    const SET: &str = include_str!("../../../data/puzzles.txt");

    #[test]
    fn every_puzzle_has_its_day() {
        let set = PuzzleSet::read(SET).expect("a set");
        assert!(set.about(None).count() > 0);
        let days: Vec<_> = (0..set.0.len() as u64).map(|day| set.of_day(day)).collect();
        assert!(days.iter().flatten().eq(set.0.keys()), "each has a day");
        assert_eq!(set.of_day(set.0.len() as u64), set.of_day(0));
    }

    #[test]
    fn harder_puzzles_have_a_higher_rating_at_first() {
        let set = PuzzleSet::read(SET).expect("a set");
        for (_, puzzle) in set.about(None) {
            let shown = match puzzle.difficulty {
                Difficulty::Easy => 1300,
                Difficulty::Medium => 1500,
                Difficulty::Hard => 1700,
            };
            assert_eq!(first_rating(puzzle).rating.shown(), shown);
        }
    }
}
