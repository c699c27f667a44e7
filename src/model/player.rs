//! A player as others name them, and with all that is known of them.

use chrono::{DateTime, Utc};

use crate::auth::PlayerId;

/// The permissions of a player besides playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Player,
    Administrator,
}

impl Role {
    /// Returns its name in the database and in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Player => "player",
            Role::Administrator => "administrator",
        }
    }
}

/// A player. An erased account has no name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    pub id: PlayerId,
    pub username: Option<String>,
    pub email: Option<String>,
    pub role: Role,
    /// Whether a program plays under this name. It stays when the account is erased.
    pub bot: bool,
    pub created_at: DateTime<Utc>,
}

/// A player in a game. An erased account has no name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occupant {
    /// The id, which stays when the account is erased.
    pub player: PlayerId,
    /// The name.
    pub username: Option<String>,
    /// Whether it is a bot, which stays when the account is erased.
    pub bot: bool,
}
