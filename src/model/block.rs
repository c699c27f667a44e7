//! Whom a player blocks.

use chrono::{DateTime, Utc};

use super::player::Occupant;

/// How many players one account can block.
pub const BLOCKS_MAX: i64 = 100;

/// A blocked player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Who is blocked.
    pub player: Occupant,
    /// Since when.
    pub blocked_at: DateTime<Utc>,
}
