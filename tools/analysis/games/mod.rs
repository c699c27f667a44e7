//! Games of built-in opponents for the examples.

mod played;

pub use played::{deal, play};
