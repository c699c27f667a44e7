//! Events in the formats of other programs.

pub mod trf;
