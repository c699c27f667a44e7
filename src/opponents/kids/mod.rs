//! How opponents play Splendor Kids, with or without the Mysteries.
//!
//! There is no trained evaluation: the apprentice and the master play on for some decisions, with hidden
//! tiles that are dealt anew.

mod by_hand;
mod player;
mod playouts;

pub use player::{choose, share};
