//! Built-in opponents: they turn what a seat sees into a complete turn. Pure: no clock, no I/O, no server.
//!
//! The same opponent, seed, positions and budgets in simulations give the same turns. Evaluation and search
//! are separate: `splendor/by_hand.rs` and `splendor/net.rs` value positions, and `splendor/search.rs`
//! decides with either.
//!
//! `Seen` is the only input. Hidden cards are blanks (`engine/splendor/veil.rs`), and the hidden tiles of
//! Kids are in catalogue order. So games that look the same to a seat are equal values, and an opponent
//! cannot hold secrets.
//!
//! - `splendor/turns.rs` lists complete turns by playing them on copies, so modules need no code here.
//!   `splendor/judge.rs` uses the net for the table if there is one. A better net is one file in `weights/`.
//! - A change of the inputs (`splendor/features/`) needs a new `VERSION` in `splendor/weights.rs` and a new
//!   training (`tools/train`; `weights/README.md` has the commands). docs/opponents.md has the figures.
//! - The search has one tree without sampled deals: emptied places stay unknown further down.

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
