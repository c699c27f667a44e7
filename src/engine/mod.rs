//! The rules: pure functions of a state and an action. No clock, no I/O, no async, no database, no HTTP, no
//! logging.
//!
//! The same arguments always give the same result. Rulings are cited by their number (`B9`, `O5`, `T1` …).

mod bits;
pub mod bytes;
mod choices;
pub mod deal;
pub mod decisions;
pub mod edition;
pub mod game;
pub mod kids;
mod lanes;
pub mod notation;
pub mod outcome;
pub mod record;
pub mod replay;
pub mod reveal;
pub mod rounds;
pub mod ruleset;
pub mod seat;
pub mod splendor;
pub mod transcript;
pub mod turn;
pub mod viewer;
