//! The export of a whole game: as JSON for checking the deal and every action offline, and as text. It does
//! not know who may see it, or where it is stored.
//!
//! An export outlives the program that wrote it. So each format is a separate module, and a released format
//! never changes, even if its shared types change for other bodies of the API. docs/export.md describes each
//! field, and `tests/exports` keeps games in it.

pub mod line;
pub mod marks;
pub mod text;
pub mod v1;
