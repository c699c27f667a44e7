//! The players that a player has blocked.

use chrono::{DateTime, Utc};

use super::player::Occupant;

/// The maximum number of players that one account can block.
pub const BLOCKS_MAX: i64 = 100;

/// A blocked player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The blocked player.
    pub player: Occupant,
    /// When the block began.
    pub blocked_at: DateTime<Utc>,
}
