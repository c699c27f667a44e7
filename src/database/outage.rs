//! Tracks whether connections to the database can be opened, and logs only when that changes.
//!
//! Each outage gets one log line at its beginning and one at its end.

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
    attempts: u64,
    announced: bool,
}

/// An event for the log.
#[derive(Debug, PartialEq, Eq)]
enum News {
    Began,
    Ended { after: Duration, attempts: u64 },
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
        if let Some(News::Ended { after, attempts }) = self.note_success(Instant::now()) {
            let after_ms = after.as_millis() as u64;
            tracing::info!(after_ms, attempts, "connections to the database can be opened again");
        }
    }

    fn note_failure(&self, now: Instant) -> Option<News> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(current) = &mut state.current {
            current.attempts += 1;
            return None;
        }
        let announced = state.announced_at.is_none_or(|before| now.duration_since(before) >= ANNOUNCE_EVERY);
        state.current = Some(Current { since: now, attempts: 1, announced });
        announced.then(|| {
            state.announced_at = Some(now);
            News::Began
        })
    }

    fn note_success(&self, now: Instant) -> Option<News> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ended = state.current.take().filter(|current| current.announced)?;
        Some(News::Ended { after: now.duration_since(ended.since), attempts: ended.attempts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outage_is_logged_once_at_its_beginning_and_once_at_its_end() {
        let (outage, began) = (Outage::default(), Instant::now());
        assert_eq!(outage.note_success(began), None);
        assert_eq!(outage.note_failure(began), Some(News::Began));
        assert!((0..1000).all(|_| outage.note_failure(began).is_none()));
        let after = Duration::from_secs(3);
        assert_eq!(outage.note_success(began + after), Some(News::Ended { after, attempts: 1001 }));
        assert_eq!(outage.note_success(began + after), None);
    }

    #[test]
    fn an_unstable_database_does_not_fill_the_log() {
        let (outage, began) = (Outage::default(), Instant::now());
        let logged = (0..1000).filter(|&step| {
            let now = began + Duration::from_millis(10 * step);
            let news = if step % 2 == 0 { outage.note_failure(now) } else { outage.note_success(now) };
            news.is_some()
        });
        assert_eq!(logged.count(), 2);
        assert_eq!(outage.note_failure(began + ANNOUNCE_EVERY), Some(News::Began));
    }
}
