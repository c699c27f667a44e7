//! Positions as programs outside of the server use them: dealt from a number, played by actions in notation
//! or in the JSON of the contract, seen as a seat sees them, and read from exports. Pure.
//!
//! The packages for Python (`packages/python`) and for JavaScript (`packages/wasm`) only convert values to
//! those of their language. It does not know HTTP, and has no rules of its own.

pub mod action;
mod bytes;
pub mod deal;
mod export;
mod fault;
mod json;
mod play;
mod seen;
mod view;

pub use bytes::{decode, encode};
pub use export::{Export, Played, load_export};
pub use fault::Fault;
pub use play::{Entry, complete, is_legal, leave, play, redealt};
pub use seen::of_view;
pub use view::json as view_json;
