//! The played game in JSON: actions, events and views in the common words of all games, and the rulesets.

pub mod action;
pub mod events;
pub mod lines;
pub mod rulesets;
pub(crate) mod union;
pub mod view;
pub mod words;
