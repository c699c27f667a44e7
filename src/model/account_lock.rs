//! The lock of an account, as its owner sees it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::instant;

/// Why an account is locked, and until when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AccountLock {
    /// The reason that an administrator gave.
    #[schema(format = "text", max_length = 500, example = "Insults in names of clubs")]
    pub reason: String,
    /// When the lock ends by itself; null if it does not.
    #[serde(serialize_with = "instant::serialize_option")]
    pub ends_at: Option<DateTime<Utc>>,
}
