//! The access of an app to an account.

use chrono::{DateTime, Utc};

use crate::auth::{Scopes, SessionId};

/// A grant that has not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    pub session: SessionId,
    /// The name that the app gives itself.
    pub client_id: String,
    /// The origin that received the code; none if the app runs on a device of its own.
    pub redirect_origin: Option<String>,
    pub scopes: Scopes,
    pub created_at: DateTime<Utc>,
    /// When the app last asked for new tokens or began to use an access token.
    pub last_used_at: Option<DateTime<Utc>>,
}
