//! Words for people: which language somebody reads, and the texts of refusals in it.

pub mod refusals;
pub mod spoken;
