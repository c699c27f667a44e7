//! The laws of the engine, without a server.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly")]

mod deal;
mod oracle;
