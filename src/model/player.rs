//! A player as others name them, and with all that is known of them.

use chrono::{DateTime, Utc};

use crate::auth::PlayerId;
use lapidary_words::words;

words! {
    /// The permissions of a player besides playing.
    Role:
    /// None.
    Player = "player",
    /// Those of an operator of the site.
    Administrator = "administrator",
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
    /// The name that is shown beside the username.
    pub display_name: Option<String>,
    /// The number of the picture that the player has chosen.
    pub avatar: u8,
}

/// How many games of one kind a player has finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerTotal {
    /// The id of the ruleset.
    pub ruleset: String,
    /// The number of seats.
    pub seats: u8,
    /// The number of games.
    pub games: u64,
    /// The number of those in which nobody was better.
    pub wins: u64,
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
