//! How values are written where they are stored, if a column for each field does not do. Pure.

pub mod origin;
pub mod packed_log;
pub mod terms;
