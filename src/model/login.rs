//! A login, as the owner of the account sees it.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::SessionId;
use crate::instant;

/// How long after the password was entered a login may give away or destroy what others rely on.
pub const FRESH_LOGIN: Duration = Duration::from_secs(10 * 60);

/// An open login.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = OpenLogin)]
pub struct Login {
    /// The id, for ending this login.
    pub id: SessionId,
    /// When the client logged in.
    #[serde(serialize_with = "instant::serialize")]
    pub created_at: DateTime<Utc>,
    /// When the client logged in or got its last access token.
    #[serde(serialize_with = "instant::serialize")]
    pub last_used_at: DateTime<Utc>,
    /// The kind of client, from its `User-Agent` at the login, without versions; null if it named none.
    #[schema(max_length = 64, example = "Firefox on Linux")]
    pub client: Option<String>,
    /// Whether this is the login of the request.
    pub current: bool,
}
