//! Who is invited to a game.

use chrono::{DateTime, Utc};

use super::player::Occupant;

/// How many invitations a game may have.
pub const INVITATIONS_MAX: i64 = 100;

/// An invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Who was invited.
    pub player: Occupant,
    /// When.
    pub invited_at: DateTime<Utc>,
}
