//! What an export says in the words of Splendor and its modules.

pub mod action;
pub mod effect;
mod id;
pub mod table;
pub mod tokens;

pub use id::Id;
use id::card_id;
