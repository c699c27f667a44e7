//! A player as games name them. It knows no account.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// A player named in a game: the id outlasts the name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlayerRef {
    pub id: Uuid,
    /// The name; null when the account was erased.
    #[schema(example = "ada")]
    pub username: Option<String>,
}
