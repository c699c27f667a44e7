//! Puzzles: positions of finished games in which one turn is clearly the best.
//!
//! `finder.rs` finds them and judges them again, `forced.rs` proves wins, and `played_on.rs` confirms the
//! searches. `themes.rs` finds their themes, `puzzle.rs` judges answers, and `text.rs` reads and writes sets.
//! All decisions use only what the seat to move could know.
//!
//! A puzzle keeps a full position, because the rules need one. What its seat does not see is in catalogue
//! order, and is veiled before any judgement. An answer is judged by the position after it, so the order of
//! its decisions does not matter. A certain win is always right, whatever the solution.

mod finder;
mod forced;
mod played_on;
mod puzzle;
mod text;
mod theme;
mod themes;
mod turn;

pub use finder::{Finder, MARGIN, NoPuzzle, SIMULATIONS_MAX, TIMES_DEEPER};
pub use played_on::{DEALS, PlayedOn};
pub use puzzle::{Answer, AnswerRefusal, Difficulty, Puzzle, id_of};
pub use text::{PuzzleTextError, read, write};
pub use theme::Theme;
pub use turn::notation;
