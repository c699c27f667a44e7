//! Tracks whether connections to the database can be opened, and logs only when that changes.
//!
//! The log has one line at the beginning of an outage and one at the end. All pools of a database share one
//! record: a pool that is seldom used would notice the end much later. An outage ends with the last failed
//! attempt, because the next successful one may come only when somebody needs a connection.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lapidary_model::streak::{Streak, StreakNews};

/// The minimum interval between two announced outages, so that an unstable database does not fill the log.
const ANNOUNCE_EVERY: Duration = Duration::from_secs(10);

/// How long other failures are considered consequences of an outage.
const LATELY: Duration = Duration::from_secs(10);
/// When a call last failed in this process because the database could not be reached.
static LAST_AWAY: Mutex<Option<Instant>> = Mutex::new(None);

/// Records that a call has failed because the database cannot be reached.
pub(super) fn note_away(now: Instant) {
    *LAST_AWAY.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
}

/// Returns whether a call has just failed because the database could not be reached.
pub fn was_away_lately(now: Instant) -> bool {
    let last = *LAST_AWAY.lock().unwrap_or_else(PoisonError::into_inner);
    last.is_some_and(|at| now.saturating_duration_since(at) < LATELY)
}

/// Whether connections to the database can be opened.
#[derive(Debug)]
pub struct Outage(Mutex<Streak>);

impl Default for Outage {
    fn default() -> Self {
        Outage(Mutex::new(Streak::new(ANNOUNCE_EVERY)))
    }
}

impl Outage {
    /// Records that a connection could not be opened.
    pub fn failed(&self, reason: &str) {
        let news = self.0.lock().unwrap_or_else(PoisonError::into_inner).fail(Instant::now());
        if news == Some(StreakNews::Began) {
            tracing::warn!(%reason, "no connection to the database can be opened; requests get 503 until one can");
        }
    }

    /// Records that a connection was opened.
    pub fn succeeded(&self) {
        let news = self.0.lock().unwrap_or_else(PoisonError::into_inner).succeed();
        if let Some(StreakNews::Ended { lasted, failures }) = news {
            let lasted_ms = lasted.as_millis() as u64;
            tracing::info!(lasted_ms, attempts = failures, "connections to the database can be opened again");
        }
    }
}
