//! Exports of games, read again: what was dealt, and the log. Pure: a text goes in.
//!
//! It does not check whether an export tells the truth: `lapidary verify` writes it again and compares.

mod ancestors;
mod deal;
mod difference;
mod exported;

pub use ancestors::Ancestor;
pub use deal::{DealParts, entropy, fixed};
pub use difference::{Difference, equal};
pub use exported::{Exported, ExportedContribution, ExportedEvent};
