//! Statistics of finished public games.

mod body;
pub mod look;
