//! How opponents play Splendor Kids, with or without the Mysteries.
//!
//! No evaluation is trained here: the apprentice and the master play random continuations to their end, in
//! positions whose hidden tiles are dealt anew.

mod by_hand;
mod player;
mod playouts;

pub use player::{choose, share};
