//! The rules: pure functions of a state and an action. No clock, no I/O, no async, no database, no HTTP, no logging.

pub mod deal;
