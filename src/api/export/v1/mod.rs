//! The frozen format `lapidary-export-1`: its types, and how they are created from a game. It uses no view
//! and no event of the API, so that those can grow. `cli/verify` and `examples/verify.py` read it.
//!
//! A new kind of entry is a variant of [`event::HappeningBody`], described in docs/export.md and checked by
//! both verifiers; a fork has the same with its ancestors, as `lapidary-export-2`; any other change belongs
//! in a `v3` beside this module.

pub mod ancestor;
pub mod event;
pub mod game;
pub mod kids;
pub mod splendor;
pub mod whole;
