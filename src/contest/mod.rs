//! Ratings, pairings and standings: pure functions. No clock, no I/O, no database, no HTTP, and no randomness
//! except from a seed.
//!
//! The same arguments give the same result on every platform. This package knows places at tables. It does
//! not know the rules of the games.

pub mod event;
pub mod export;
pub mod pairing;
pub mod rating;
pub mod series;
pub mod shares;
pub mod standings;
