//! Whether the database accepts writes, judging by the errors on all connections of a server.
//!
//! This module knows the codes and the times of such errors. It opens no connection.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::messages::{Code, DISK_FULL};

/// A write on a database that only reads: a standby, or a database that was made read-only.
const READ_ONLY: Code = *b"25006";

/// How long a full disk is assumed to stay full after the last error. A success proves nothing, because small
/// writes may still fit.
const FULL_FOR: Duration = Duration::from_secs(30);

/// The minimum age at which a connection to a read-only database ends. A new connection may reach the same
/// database, and opening one for each request would cost more than it helps.
const READ_ONLY_AGE_MIN: Duration = Duration::from_secs(1);

/// The state of a database as its errors show it.
#[derive(Debug, Default)]
pub struct Condition(Mutex<SharedCondition>);

#[derive(Debug, Default)]
struct SharedCondition {
    full_at: Option<Instant>,
    read_only_at: Option<Instant>,
}

impl Condition {
    /// Records an error at this time.
    pub(super) fn note(&self, code: Code, now: Instant) {
        match code {
            DISK_FULL => self.known().full_at = Some(now),
            READ_ONLY => self.known().read_only_at = Some(now),
            _ => {}
        }
    }

    /// Whether a write has failed in the last half minute because the disk was full.
    pub fn is_full(&self, now: Instant) -> bool {
        self.known().full_at.is_some_and(|at| now.duration_since(at) < FULL_FOR)
    }

    /// Whether a connection opened at this time leads to a database that only reads.
    pub(super) fn is_read_only_since(&self, opened_at: Instant) -> bool {
        self.known().read_only_at.is_some_and(|at| at >= opened_at + READ_ONLY_AGE_MIN)
    }

    fn known(&self) -> MutexGuard<'_, SharedCondition> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_believed_to_be_full_for_a_while() {
        let (condition, now) = (Condition::default(), Instant::now());
        condition.note(*b"40001", now);
        assert!(!condition.is_full(now));
        condition.note(DISK_FULL, now);
        assert!(condition.is_full(now + FULL_FOR / 2) && !condition.is_full(now + FULL_FOR));
        assert!(!condition.is_read_only_since(now));
    }

    #[test]
    fn connections_from_before_an_error_lead_to_a_database_that_only_reads() {
        let (condition, opened) = (Condition::default(), Instant::now());
        let later = opened + READ_ONLY_AGE_MIN;
        condition.note(READ_ONLY, later);
        assert!(condition.is_read_only_since(opened) && !condition.is_read_only_since(later));
        assert!(!condition.is_full(later));
    }
}
