//! The compiled part of the npm package `lapidary-engine`: a position and a question go in, an answer comes
//! out.
//!
//! The module keeps nothing between two calls. The positions are with the caller, as bytes that only this
//! module reads and writes, so nothing has to be freed and nothing can be used after it was freed.

mod answer;
#[cfg(target_arch = "wasm32")]
mod module;
mod question;

pub use answer::{Answer, answer};
