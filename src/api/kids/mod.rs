//! The JSON of Splendor Kids and its Mysteries. It knows spellings, not rules. The parent module has the
//! common parts of all rulesets.

pub mod action;
pub mod board;
pub mod catalogue;
pub mod event;
pub mod tokens;
pub mod view;
