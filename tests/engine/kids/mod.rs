//! Splendor Kids and the Mysteries.

mod boards;
mod cases;
mod laws;
mod mysteries;
mod position;
