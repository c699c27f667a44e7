//! The program on a machine without a server: matches between bots, games in the terminal.
//!
//! Bots that misbehave are shell scripts, so that the tests need nothing but a shell.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly")]

mod analyses;
mod examples;
mod faults;
mod killed;
mod matches;
mod program;
mod selfplay;
mod terminal;
