//! Refusals: their common form, their codes, and the reasons of illegal actions.

pub mod code;
pub mod problem;
pub mod reason;
