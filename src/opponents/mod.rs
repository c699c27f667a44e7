//! Built-in opponents: from what a seat sees, a complete turn. Pure: no clock, no I/O, no server.
//!
//! The same opponent, seed, positions and budgets in simulations give the same turns. Evaluation and search
//! are apart: `splendor/by_hand.rs` and `splendor/net.rs` say what a position is worth, `splendor/search.rs`
//! decides with either.

mod budget;
mod kids;
mod kind;
mod opponent;
mod seen;
pub mod splendor;
mod strength;

pub use budget::Budget;
pub use kind::OpponentKind;
pub use opponent::Opponent;
pub use seen::Seen;
pub use strength::Strength;
