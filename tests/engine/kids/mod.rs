//! Splendor Kids and the Mysteries.

mod boards;
mod cases;
pub mod laws;
mod mysteries;
mod position;
