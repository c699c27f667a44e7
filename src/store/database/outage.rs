//! Tracks whether connections to the database can be opened, and logs only when that changes.
//!
//! Each outage gets one log line at its beginning and one at its end. All pools of a database share one
//! record: a pool that is seldom used would notice the end of an outage only much later. An outage lasts
//! until the last attempt that failed: when the next connection is opened tells only when the next one was
//! needed.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The minimum interval between two announced outages, so that an unstable database does not fill the log.
const ANNOUNCE_EVERY: Duration = Duration::from_secs(10);

/// Whether connections to the database can be opened.
#[derive(Debug, Default)]
pub struct Outage(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    current: Option<Current>,
    announced_at: Option<Instant>,
}

#[derive(Debug)]
struct Current {
    since: Instant,
    /// The last attempt that failed.
    until: Instant,
    attempts: u64,
    announced: bool,
}

/// An event for the log.
#[derive(Debug, PartialEq, Eq)]
enum News {
    Began,
    Ended { lasted: Duration, attempts: u64 },
}

impl Outage {
    /// Records that a connection could not be opened.
    pub fn failed(&self, reason: &str) {
        if self.note_failure(Instant::now()) == Some(News::Began) {
            tracing::warn!(%reason, "no connection to the database can be opened; requests get 503 until one can");
        }
    }

    /// Records that a connection was opened.
    pub fn succeeded(&self) {
        if let Some(News::Ended { lasted, attempts }) = self.note_success() {
            let lasted_ms = lasted.as_millis() as u64;
            tracing::info!(lasted_ms, attempts, "connections to the database can be opened again");
        }
    }

    fn note_failure(&self, now: Instant) -> Option<News> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let State { current, announced_at } = &mut *state;
        let current =
            current.get_or_insert(Current { since: now, until: now, attempts: 0, announced: false });
        current.attempts += 1;
        current.until = now;
        if current.announced || announced_at.is_some_and(|before| now.duration_since(before) < ANNOUNCE_EVERY)
        {
            return None;
        }
        current.announced = true;
        *announced_at = Some(now);
        Some(News::Began)
    }

    fn note_success(&self) -> Option<News> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ended = state.current.take().filter(|current| current.announced)?;
        Some(News::Ended { lasted: ended.until.duration_since(ended.since), attempts: ended.attempts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outage_is_logged_once_at_its_beginning_and_once_at_its_end() {
        let (outage, began) = (Outage::default(), Instant::now());
        assert_eq!(outage.note_success(), None);
        assert_eq!(outage.note_failure(began), Some(News::Began));
        assert!((0..1000).all(|_| outage.note_failure(began).is_none()));
        assert_eq!(outage.note_success(), Some(News::Ended { lasted: Duration::ZERO, attempts: 1001 }));
        assert_eq!(outage.note_success(), None);
    }

    #[test]
    fn an_outage_lasts_until_the_last_failure_however_late_the_next_connection_is_needed() {
        let (outage, began) = (Outage::default(), Instant::now());
        assert_eq!(outage.note_failure(began), Some(News::Began));
        let lasted = Duration::from_secs(6);
        (1..=6).for_each(|second| _ = outage.note_failure(began + Duration::from_secs(second)));
        // The next connection is opened two minutes later. No clock is read then.
        assert_eq!(outage.note_success(), Some(News::Ended { lasted, attempts: 7 }));
    }

    #[test]
    fn an_unstable_database_does_not_fill_the_log() {
        let (outage, began) = (Outage::default(), Instant::now());
        let logged = (0..1000).filter(|&step| {
            let now = began + Duration::from_millis(10 * step);
            let news = if step % 2 == 0 { outage.note_failure(now) } else { outage.note_success() };
            news.is_some()
        });
        assert_eq!(logged.count(), 2);
        assert_eq!(outage.note_failure(began + ANNOUNCE_EVERY), Some(News::Began));
    }

    #[test]
    fn a_long_outage_soon_after_another_one_is_logged_later() {
        let (outage, began) = (Outage::default(), Instant::now());
        assert_eq!(outage.note_failure(began), Some(News::Began));
        assert!(outage.note_success().is_some());
        let second = began + Duration::from_secs(1);
        assert_eq!(outage.note_failure(second), None);
        assert_eq!(outage.note_failure(began + ANNOUNCE_EVERY), Some(News::Began));
        let lasted = ANNOUNCE_EVERY - Duration::from_secs(1);
        assert_eq!(outage.note_success(), Some(News::Ended { lasted, attempts: 2 }));
    }
}
