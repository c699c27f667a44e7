//! Who is invited to a game.

use chrono::{DateTime, Utc};

use super::listing::Listed;
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

/// What an invited player is invited to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvitedTo {
    /// A game that waits for players.
    Game,
    /// A challenge.
    Challenge,
    /// A challenge to play again after a game.
    Rematch,
}

impl InvitedTo {
    /// Every value.
    pub const ALL: [InvitedTo; 3] = [InvitedTo::Game, InvitedTo::Challenge, InvitedTo::Rematch];

    /// Returns its name in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            InvitedTo::Game => "game",
            InvitedTo::Challenge => "challenge",
            InvitedTo::Rematch => "rematch",
        }
    }
}

/// An invitation as the invited player sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// What the player is invited to.
    pub to: InvitedTo,
    /// When the player was invited.
    pub invited_at: DateTime<Utc>,
    /// The game.
    pub game: Listed,
}
