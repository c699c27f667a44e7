//! How opponents play Splendor, with any modules.

pub mod by_hand;
mod player;
pub mod turns;

pub use player::Player;
