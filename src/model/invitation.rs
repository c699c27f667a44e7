//! Who is invited to a game.

use chrono::{DateTime, Utc};

use super::player::Occupant;

/// The maximum number of invitations to a game.
pub const INVITATIONS_MAX: i64 = 100;

/// An invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The invited player.
    pub player: Occupant,
    /// When the player was invited.
    pub invited_at: DateTime<Utc>,
}
