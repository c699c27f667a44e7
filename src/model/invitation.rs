//! Who is invited to a game.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::instant;
use super::listing::Listed;
use super::player::Occupant;
use lapidary_words::words;

/// The maximum number of invitations to a game.
pub const INVITATIONS_MAX: i64 = 100;

/// An invitation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Invitation {
    pub player: Occupant,
    #[serde(serialize_with = "instant::serialize")]
    pub invited_at: DateTime<Utc>,
}

words! {
    /// What an invited player is invited to.
    InvitedTo:
    /// A game that waits for players.
    Game = "game",
    /// A challenge.
    Challenge = "challenge",
    /// A challenge to play again after a game.
    Rematch = "rematch",
}

/// An invitation as the invited player sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// What the player is invited to.
    pub to: InvitedTo,
    /// When the player was invited.
    pub invited_at: DateTime<Utc>,
    pub game: Listed,
}
