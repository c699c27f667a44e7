//! Exports of games, read again: what was dealt, and the log. Pure: a text goes in.
//!
//! It does not check whether an export tells the truth: `lapidary verify` writes it again and compares.

mod ancestors;
mod bounds;
mod deal;
mod difference;
mod exported;
mod text;

pub use ancestors::Ancestor;
pub use bounds::GAME_BYTES_MAX;
pub use deal::{DealParts, fixed};
pub use difference::{Difference, equal};
pub use exported::{Exported, ExportedContribution, ExportedEvent};
pub use text::ExportedText;
