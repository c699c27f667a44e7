//! A player as a game names them. It knows no account.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// A player in a game. The id stays when the account is erased; the name does not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlayerRef {
    pub id: Uuid,
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
