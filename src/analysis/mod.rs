//! Judges finished games: what each turn was worth, where the game turned, and what was luck. Pure: no clock,
//! no I/O, no server.
//!
//! `line.rs` cuts a game into choices and keeps of each only what its seat could see. `analyst.rs` values
//! them with the search of the opponents, one at a time, so that whoever calls it can stop between two.
//! `reasons.rs` says why another turn was better, `analysis.rs` adds up what was found. The same game, effort
//! and evaluation give the same analysis. `puzzles/` finds positions in which one turn is clearly the best,
//! and judges answers to them.

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
