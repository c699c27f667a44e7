//! Puzzles: positions of finished games in which one turn is clearly the best.
//!
//! `finder.rs` finds them and judges them again, `forced.rs` proves wins, `played_on.rs` confirms what
//! searches say, `themes.rs` says what they are about, `puzzle.rs` judges answers, and `text.rs` reads and
//! writes a set of them. Everything is decided by what the seat to move could know.
//!
//! A puzzle keeps a full position, because the rules need one; what its seat does not see is in catalogue
//! order, and is veiled before anything is judged. An answer is judged by the position that it leads to, so
//! the order of its decisions does not matter, and one that certainly wins is right, whatever the solution.

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
