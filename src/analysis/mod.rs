//! Judges finished games: the worth of each turn, the turning points, and the part of luck. Pure: no clock,
//! no I/O, no server.
//!
//! `line.rs` cuts a game into choices, each with only what its seat could see. `analyst.rs` values them with
//! the search of the opponents, one at a time, so that the caller can stop between two. `reasons.rs` explains
//! why another turn was better, and `analysis.rs` sums up the results. The same game, effort and evaluation
//! give the same analysis. `puzzles/` finds positions with one clearly best turn, and judges answers to them.

mod analysis;
mod analyst;
mod judgement;
mod line;
pub mod puzzles;
mod reasons;
mod shares;
mod text;

pub use analysis::{Analysis, Cause, SeatSummary, TurningPoint};
pub use analyst::{Analyst, Effort};
pub use judgement::{BLUNDER, Grade, JUDGE, Judgement, MISTAKE};
pub use line::{Choice, Line, LineError};
pub use reasons::Reason;
pub use shares::Shares;
pub use text::AnalysisTextError;
