//! The rules of this repository that can be checked in its source text.
//!
//! These tests know files and words. They do not know what the code does.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly")]

mod architecture;
mod circles;
mod cluster_rules;
mod crates;
mod deployment;
mod instants;
mod layers;
mod licenses;
mod locks;
mod migrations;
mod operations;
mod rules;
mod sharding;
mod sources;
mod stakes;
mod targets;
mod words;
