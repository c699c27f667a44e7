//! A player as others name them, and with all known facts.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize, Serializer};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::auth::PlayerId;
use crate::display_names::DisplayNames;
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayerTotal {
    /// The id of the ruleset.
    #[schema(example = "splendor")]
    pub ruleset: String,
    /// The number of seats.
    #[schema(minimum = 2, maximum = 4, example = 2)]
    pub seats: u8,
    /// The number of games.
    pub games: u64,
    /// The number of those that the player has won, also together with others.
    pub wins: u64,
}

/// A player in a game. An erased account has no name. In JSON it is a [`PlayerRef`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occupant {
    /// The id, which stays when the account is erased.
    pub player: PlayerId,
    /// The name.
    pub username: Option<String>,
    /// Whether it is a bot, which stays when the account is erased.
    pub bot: bool,
}

/// A player in a game. The id stays when the account is erased; the name does not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlayerRef {
    pub id: PlayerId,
    /// The name; null when the account was erased.
    #[schema(example = "ada")]
    pub username: Option<String>,
    /// Whether a program plays under this name. It stays when the account is erased.
    pub bot: bool,
    /// The name that the player has chosen to be shown beside the username; left out if there is none.
    /// Several players can have the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "Ada Lovelace")]
    pub display_name: Option<String>,
}

impl From<&Occupant> for PlayerRef {
    fn from(Occupant { player, username, bot }: &Occupant) -> Self {
        // An erased account has neither kind of name.
        let display_name = username.as_ref().and_then(|_| DisplayNames::shared().of(*player));
        PlayerRef { id: *player, username: username.clone(), bot: *bot, display_name }
    }
}

impl Serialize for Occupant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PlayerRef::from(self).serialize(serializer)
    }
}

impl PartialSchema for Occupant {
    fn schema() -> RefOr<Schema> {
        PlayerRef::schema()
    }
}

impl ToSchema for Occupant {
    fn name() -> Cow<'static, str> {
        PlayerRef::name()
    }
}
