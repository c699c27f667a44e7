//! What a seat may know of a position, as numbers for learning. They are made from the engine's view, which
//! holds nothing hidden (B18, K14).

mod cards;
mod kids;
mod sink;
mod splendor;

pub use kids::observe as kids;
pub use sink::{Bytes, Fields, Sink};
pub use splendor::observe as splendor;
