//! Words for people: which language somebody reads, the texts of refusals in it, and the words of a ruleset.

pub mod presentation;
pub mod refusals;
pub mod spoken;
