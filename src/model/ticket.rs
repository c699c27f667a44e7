//! The validity of tickets for event streams, and their maximum number.

use std::time::Duration;

use chrono::{DateTime, Utc};

/// How soon a ticket must be used for the first time.
pub const OPEN_WITHIN: Duration = Duration::from_secs(60);
/// How long a ticket used in time can be used again, unless its session ends before.
pub const USABLE_FOR: Duration = Duration::from_secs(24 * 60 * 60);
/// The maximum number of tickets of a session. A new one then replaces the oldest.
pub const TICKETS_MAX: i64 = 256;

/// Until when a ticket is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TicketTimes {
    /// Until when it must be used for the first time.
    pub open_before: DateTime<Utc>,
    /// When it expires, even if it was used in time.
    pub expires_at: DateTime<Utc>,
}
