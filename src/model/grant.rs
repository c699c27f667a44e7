//! The access of an app to an account.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::{Scopes, SessionId};
use crate::instant;

/// The access of an app to the account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Grant {
    pub id: SessionId,
    /// The name that the app gives itself. Nobody has checked it.
    #[schema(example = "board")]
    pub client_id: String,
    /// The origin of the app, which the player has seen; null if a device has asked for access.
    #[schema(example = "https://app.example")]
    pub origin: Option<String>,
    /// What the app may do, separated by spaces.
    #[serde(rename = "scope", serialize_with = "Scopes::as_text")]
    #[schema(value_type = String, example = "read play")]
    pub scopes: Scopes,
    /// When the player allowed it.
    #[serde(serialize_with = "instant::serialize")]
    pub created_at: DateTime<Utc>,
    /// When the app last got new tokens or first used an access token; null if it only got the first ones.
    #[serde(serialize_with = "instant::serialize_option")]
    pub last_used_at: Option<DateTime<Utc>>,
}
