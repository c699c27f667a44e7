//! The export of a whole game: as JSON, with which the deal and every action can be checked offline, and as
//! text. It does not know who may see it, nor where it is stored.
//!
//! An export outlives the program that wrote it. So each format is a module of its own, and a released format
//! never changes, whatever becomes of the types that it shares with other bodies of the API.
//! docs/export.md describes it field by field, and `tests/exports` keeps games in it.

pub mod line;
pub mod marks;
pub mod text;
pub mod v1;
