//! The JSON of Splendor Kids and its Mysteries. It knows spellings, no rules; what all games share stands one level up.

pub mod action;
pub mod board;
pub mod catalogue;
pub mod event;
pub mod tokens;
pub mod view;
