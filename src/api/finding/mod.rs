//! Finding a game over HTTP: challenges, seeks, rematches, and what waits for the caller.

pub mod challenge;
pub mod challenges;
pub mod mine;
pub mod rematch;
pub mod seeks;
