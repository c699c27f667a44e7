//! The types of an export that are specific to Splendor Kids and its Mysteries.

pub mod action;
pub mod effect;
mod id;
pub mod table;
pub mod tokens;

pub use id::Id;
use id::place_id;
