//! The house rules that can be read off the source.
//!
//! Knows files and words. Does not know what the code does.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly")]

mod circles;
mod crates;
mod layers;
mod rules;
mod sources;
mod words;
