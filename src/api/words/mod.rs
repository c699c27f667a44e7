//! Words for people: the reader's language, and the texts of refusals in it.

pub mod refusals;
mod said;
pub mod spoken;

pub use said::{said, tongue};
