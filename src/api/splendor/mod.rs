//! The JSON of Splendor and its modules. It knows spellings, no rules; what all games share stands one level up.

pub mod action;
pub mod catalogue;
pub mod event;
pub mod tokens;
pub mod view;
