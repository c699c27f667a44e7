//! What a seat may know of a position: as numbers for learning, and as JSON. Both are made from the engine's
//! view, which holds nothing hidden (B18, K14).

mod cards;
mod kids;
mod sink;
mod splendor;
mod text;

pub use kids::observe as kids;
pub use sink::{Bytes, Fields, Sink};
pub use splendor::observe as splendor;
pub use text::json;
