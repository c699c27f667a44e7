//! Ratings of players: Weng-Lin, Bradley-Terry full pair, for games of two to four seats with shared places.

pub mod conditions;
pub mod ladder;
pub mod leaderboard;
pub mod log;
pub mod pool;
pub mod replay;
pub mod season;
pub mod skill;
pub mod update;
