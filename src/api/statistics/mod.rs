//! Statistics of public games that are over.

mod body;
pub mod look;
