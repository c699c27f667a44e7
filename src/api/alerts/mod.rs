//! How disconnected players hear what is waiting for them.

pub mod digest;
pub mod hours;
pub mod push;
