//! The format `lapidary-export-1`, frozen: what it says, and how it is written from a game. It names no view and no event of the API,
//! so that those can grow. `cli/verify` reads it again, as `examples/verify.py` does.
//!
//! A new kind of entry is a variant of [`event::HappeningBody`], described in docs/export.md and checked by both verifiers;
//! anything else that changes belongs in a `v2` beside this module.

pub mod event;
pub mod game;
pub mod kids;
pub mod splendor;
pub mod whole;

pub use whole::FORMAT;
