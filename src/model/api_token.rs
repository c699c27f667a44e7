//! API tokens as their owner sees them: everything but the token itself.

use chrono::{DateTime, Utc};

use crate::auth::{Scopes, SessionId};

/// The maximum number of API tokens of one account or bot.
pub const API_TOKENS_MAX: i64 = 100;

/// The shortest time after which a token can expire, in milliseconds: a minute.
pub const LIFETIME_MS_MIN: u64 = 60_000;
/// The longest time after which a token can expire, in milliseconds: ten years of 365 days.
pub const LIFETIME_MS_MAX: u64 = 10 * 365 * 24 * 3_600 * 1_000;

/// What is stored of an API token, except its digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenInfo {
    /// The id, which is no secret.
    pub id: SessionId,
    /// The name that its owner gave it.
    pub name: String,
    /// What it allows.
    pub scopes: Scopes,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it expires, if it does.
    pub expires_at: Option<DateTime<Utc>>,
    /// Its last use, accurate to a minute or so.
    pub last_used_at: Option<DateTime<Utc>>,
}
