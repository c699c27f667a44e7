//! Ratings over HTTP: ladders, their public logs, the ratings of players, and annulled games.

pub mod annul;
pub mod body;
pub mod cursor;
pub mod list;
pub mod log;
pub mod player;
pub mod standings;
