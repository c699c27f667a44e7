//! How opponents play Splendor, with any modules.

pub mod by_hand;
pub mod features;
pub mod greedy;
pub mod judge;
pub mod last_turn;
pub mod net;
mod player;
pub mod search;
pub mod turns;
pub mod weights;

pub use player::Player;
