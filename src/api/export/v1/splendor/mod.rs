//! The types of an export that are specific to Splendor and its modules.

pub mod action;
pub mod effect;
mod id;
pub mod table;
pub mod tokens;

pub use id::Id;
use id::card_id;
