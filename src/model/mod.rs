//! The domain: a game, its log, its players and their relations.
//!
//! It knows values and the words for them; it knows no table, no HTTP and no JSON.

pub mod block;
pub mod deal;
pub mod figures;
pub mod game;
pub mod idempotency;
pub mod invitation;
pub mod listing;
pub mod log;
pub mod player;
