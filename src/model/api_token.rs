//! API tokens as their owner sees them: everything but the token itself.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::{Scope, Scopes, SessionId};
use crate::instant;

/// The maximum number of API tokens of one account or bot.
pub const API_TOKENS_MAX: i64 = 100;

/// The shortest time after which a token can expire, in milliseconds: a minute.
pub const LIFETIME_MS_MIN: u64 = 60_000;
/// The longest time after which a token can expire, in milliseconds: ten years of 365 days.
pub const LIFETIME_MS_MAX: u64 = 10 * 365 * 24 * 3_600 * 1_000;

/// An API token, without the token itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ApiToken)]
pub struct TokenInfo {
    /// The id, which is no secret. It names the token when it is revoked.
    pub id: SessionId,
    #[schema(example = "laptop")]
    pub name: String,
    /// What the token allows.
    #[schema(value_type = Vec<Scope>, example = json!(["read", "play"]))]
    pub scopes: Scopes,
    #[serde(serialize_with = "instant::serialize")]
    pub created_at: DateTime<Utc>,
    /// When the token expires; null if it does not.
    #[serde(serialize_with = "instant::serialize_option")]
    pub expires_at: Option<DateTime<Utc>>,
    /// The last use, accurate to two minutes; null if the token was never used.
    #[serde(serialize_with = "instant::serialize_option")]
    pub last_used_at: Option<DateTime<Utc>>,
}
