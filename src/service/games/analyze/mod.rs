//! Analyses of games that are over: asking for one, reading it, and the work on it.
//!
//! What a choice was worth is in the package `lapidary-analysis`. Here is who may ask, and which server
//! works.

pub(super) mod analyzing;
pub(super) mod refusal;
mod request;
pub(super) mod work;
