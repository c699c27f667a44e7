//! How long an event stream says nothing.

use std::time::Duration;

/// How long nothing is sent on a stream before a sign that the connection is alive.
pub const KEEP_ALIVE: Duration = Duration::from_secs(5);
