//! The schema of the database for diesel: its tables, their columns and keys.
//!
//! A package of its own, because the compiler takes longer with it than with most of what uses it.

mod tables;

pub use tables::*;
