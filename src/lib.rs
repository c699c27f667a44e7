//! Lapidary, an open game server for Splendor and its family.

pub mod engine;
