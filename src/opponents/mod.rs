//! Built-in opponents: from what a seat sees, a complete turn. Pure: no clock, no I/O, no server.
//!
//! The same opponent, seed, positions and budgets in simulations give the same turns. Evaluation and search
//! are apart: `splendor/by_hand.rs` and `splendor/net.rs` say what a position is worth, `splendor/search.rs`
//! decides with either.
//!
//! `Seen` is the only way in: hidden cards are blanks (`engine/splendor/veil.rs`), and the hidden tiles of
//! Kids are in catalogue order. So two games that look the same to a seat are equal values, and an opponent
//! cannot hold what the seat does not know.
//!
//! - `splendor/turns.rs` lists complete turns by playing them on copies, so modules need no code here.
//!   `splendor/judge.rs` takes the net if there is one for the table; a better net is one file in `weights/`.
//! - A change of the inputs (`splendor/features/`) needs another `VERSION` in `splendor/weights.rs` and
//!   another training (`tools/train`; `weights/README.md` has the commands). docs/opponents.md has the
//!   figures.
//! - The search has one tree without sampled deals: places that were emptied stay unknown below.

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
