//! The JSON of Splendor Kids and its Mysteries. It knows spellings, not rules. The parent module has what all
//! rulesets share.

pub mod action;
pub mod board;
pub mod catalogue;
pub mod event;
pub mod tokens;
pub mod view;
