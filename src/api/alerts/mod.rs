//! How players are told what waits for them while they are not connected.

pub mod hours;
pub mod push;
