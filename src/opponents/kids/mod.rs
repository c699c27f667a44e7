//! How opponents play Splendor Kids, with or without the Mysteries.
//!
//! There is no trained evaluation: the apprentice and the master play random continuations to the end, with
//! hidden tiles that are dealt anew.

mod by_hand;
mod player;
mod playouts;

pub use player::{choose, share};
