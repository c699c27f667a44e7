//! How long tickets for event streams are valid, and how many there may be.

use std::time::Duration;

use chrono::{DateTime, Utc};

/// How soon a ticket must be used for the first time.
pub const OPEN_WITHIN: Duration = Duration::from_secs(60);
/// How long a ticket that was used in time can be used again, unless its session ends before.
pub const USABLE_FOR: Duration = Duration::from_secs(24 * 60 * 60);
/// The maximum number of tickets of a session. A further one replaces the oldest.
pub const TICKETS_MAX: i64 = 256;

/// Until when a ticket is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TicketTimes {
    /// Until when it must be used for the first time.
    pub open_before: DateTime<Utc>,
    /// When it expires, even if it was used in time.
    pub expires_at: DateTime<Utc>,
}
