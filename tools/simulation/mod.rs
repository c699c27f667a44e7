//! Whole events with simulated players of known strength, the invariants that they must satisfy, and measures
//! of quality.

pub mod attendance;
pub mod brackets;
pub mod event;
pub mod format;
pub mod invariants;
pub mod measures;
pub mod player;
pub mod rated;
pub mod repeats;
pub mod report;
pub mod run;
pub mod swiss;
