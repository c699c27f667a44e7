//! A login, as the owner of the account sees it.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::auth::SessionId;

/// How long after the password was entered a login may give away or destroy what others rely on.
pub const FRESH_LOGIN: Duration = Duration::from_secs(10 * 60);

/// An open session that began with the password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Login {
    pub id: SessionId,
    pub created_at: DateTime<Utc>,
    /// The time of the login or of the last refresh.
    pub last_used_at: DateTime<Utc>,
    /// The kind of client, as it described itself.
    pub client: Option<String>,
}
