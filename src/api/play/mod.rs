//! What is played, in JSON: actions, events and views in the words that all games share, and the rulesets.

pub mod action;
pub mod events;
pub mod lines;
pub mod rulesets;
pub(crate) mod union;
pub mod view;
pub mod words;
