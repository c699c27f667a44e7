//! The stored form of values for which separate columns are not enough. Pure.

pub mod origin;
pub mod packed_log;
pub mod terms;
