//! Organizers' decisions about tables and entries: results, corrections, removals, clocks, and undoing.

pub(super) mod arbiter;
pub(super) mod clocks;
pub(super) mod correct;
pub(super) mod corrected;
pub(super) mod refusal;
pub(super) mod set_results;
pub(super) mod undo;
