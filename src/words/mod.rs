//! Enumerations whose values have names. It does not know any of them.

mod words;

pub use words::Words;
