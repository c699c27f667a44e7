//! A whole game to take away: as JSON, from which the deal and every action can be checked offline, and as text.
//! It does not know who may have it, nor where it is kept.
//!
//! An export outlives the program that wrote it. So each format is a module of its own that no other body of the API shares, and
//! a released one never changes: docs/export.md describes it field by field, and `tests/exports` keeps games in it.

pub mod text;
pub mod v1;
