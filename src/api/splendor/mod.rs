//! The JSON of Splendor and its modules. It knows spellings, not rules. The parent module has the common
//! parts of all rulesets.

pub mod action;
pub mod catalogue;
pub mod event;
pub mod missing;
pub mod tokens;
pub mod view;
