//! The players that a player has blocked.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::instant;
use super::player::Occupant;

/// The maximum number of players that one account can block.
pub const BLOCKS_MAX: i64 = 100;

/// A blocked player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Block {
    pub player: Occupant,
    #[serde(serialize_with = "instant::serialize")]
    pub blocked_at: DateTime<Utc>,
}
