//! Words for people: the reader's language, and the texts of refusals in it.

pub mod refusals;
pub mod spoken;
