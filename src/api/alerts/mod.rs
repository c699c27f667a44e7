//! How players are told what waits for them while they are not connected.

pub mod digest;
pub mod hours;
pub mod push;
