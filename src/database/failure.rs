//! Why a database call failed, sorted by what can be done about it.
//!
//! This module knows PostgreSQL's errors; it knows no HTTP.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use deadpool::managed::TimeoutType;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel_async::pooled_connection::deadpool::PoolError;

use super::outage;
use lapidary_model::counters::Counters;

/// The minimum interval between two log lines about temporary failures; a line contains the number of omitted
/// failures.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Why a database call failed.
///
/// The text is for the log, never for a client.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The database cannot be reached: the same request may succeed later.
    #[error("the database cannot be reached: {0}")]
    Away(String),
    /// All connections are in use: the same request may succeed later.
    #[error("no connection to the database became free: {0}")]
    Busy(String),
    /// The transaction conflicted with another one and changed nothing: it can be retried at once.
    #[error("the transaction conflicted with another: {0}")]
    Contended(String),
    /// The statement exceeded its timeout.
    #[error("the statement took too long: {0}")]
    TooSlow(String),
    /// The database takes no writes, because it only reads or its disk is full: the same request may succeed
    /// later. Nothing is stored.
    #[error("the database takes no writes: {0}")]
    Unwritable(String),
    /// The statement or its result is wrong, which is a bug in this server.
    #[error("the database reported an error: {0}")]
    Broken(#[source] DieselError),
}

impl Failure {
    /// The kind, as named in metrics.
    pub const fn kind(&self) -> &'static str {
        match self {
            Failure::Away(_) => "away",
            Failure::Busy(_) => "busy",
            Failure::Contended(_) => "contended",
            Failure::TooSlow(_) => "too_slow",
            Failure::Unwritable(_) => "unwritable",
            Failure::Broken(_) => "broken",
        }
    }

    /// Logs a temporary failure, unless another one was logged a moment ago.
    ///
    /// An unreachable database is logged elsewhere (see `outage`). With one line for each request, any client
    /// could fill the log.
    pub fn report(&self) {
        static REPORTED: Mutex<Reported> = Mutex::new(Reported { at: None, left_out: 0 });
        if matches!(self, Failure::Away(_)) {
            tracing::debug!(cause = %self, "a database call failed");
            return;
        }
        let due = REPORTED.lock().map_or(None, |mut reported| reported.due(Instant::now()));
        if let Some(left_out) = due {
            tracing::warn!(cause = %self, left_out, "a database call failed");
        }
    }

    fn counted(self) -> Failure {
        Counters::shared().database_failures.with_label_values(&[self.kind()]).inc();
        if matches!(self, Failure::Away(_)) {
            outage::note_away(Instant::now());
        }
        self
    }
}

/// The time of the last log line, and the number of failures omitted since.
#[derive(Default)]
pub(super) struct Reported {
    at: Option<Instant>,
    left_out: u64,
}

impl Reported {
    /// Returns the number of omitted failures, if the next log line is due.
    pub(super) fn due(&mut self, now: Instant) -> Option<u64> {
        if self.at.is_some_and(|at| now.duration_since(at) < LINE_EVERY) {
            self.left_out += 1;
            return None;
        }
        self.at = Some(now);
        Some(std::mem::take(&mut self.left_out))
    }
}

impl From<DieselError> for Failure {
    fn from(error: DieselError) -> Self {
        sorted(error).counted()
    }
}

fn sorted(error: DieselError) -> Failure {
    match error {
        DieselError::DatabaseError(kind, ref information) => {
            let message = information.message().to_owned();
            match kind {
                DatabaseErrorKind::SerializationFailure => Failure::Contended(message),
                DatabaseErrorKind::ReadOnlyTransaction => Failure::Unwritable(message),
                DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand => {
                    Failure::Away(message)
                }
                _ => by_message(&message).unwrap_or(Failure::Broken(error)),
            }
        }
        // The first error is the cause; the failed rollback follows from it.
        DieselError::RollbackErrorOnCommit { commit_error, .. } => sorted(*commit_error),
        DieselError::BrokenTransactionManager => Failure::Away(error.to_string()),
        other => Failure::Broken(other),
    }
}

/// Sorts errors for which diesel has no kind of its own by PostgreSQL's message, which is English because of
/// `lc_messages=C`.
fn by_message(message: &str) -> Option<Failure> {
    const CONTENDED: [&str; 4] = [
        "deadlock detected",
        "due to lock timeout",
        "could not obtain lock on row in relation",
        "involved in a distributed deadlock",
    ];
    const TOO_SLOW: [&str; 2] = ["due to statement timeout", "due to user request"];
    // The last four are about a worker of a cluster.
    const AWAY: [&str; 10] = [
        "terminating connection",
        "the database system is",
        "connection closed",
        "error communicating with the server",
        "remaining connection slots are reserved",
        "too many clients already",
        "connection to the remote node",
        "could not commit transaction for shard",
        "SSL SYSCALL error",
        "server closed the connection unexpectedly",
    ];
    const FULL: [&str; 3] = ["No space left on device", "could not extend file", "Disk quota exceeded"];
    let any = |phrases: &[&str]| phrases.iter().any(|phrase| message.contains(phrase));
    if any(&CONTENDED) {
        Some(Failure::Contended(message.to_owned()))
    } else if any(&TOO_SLOW) {
        Some(Failure::TooSlow(message.to_owned()))
    } else if any(&AWAY) {
        Some(Failure::Away(message.to_owned()))
    } else if any(&FULL) {
        Some(Failure::Unwritable(message.to_owned()))
    } else {
        None
    }
}

impl From<PoolError> for Failure {
    fn from(error: PoolError) -> Self {
        let text = error.to_string();
        let failure = match error {
            PoolError::Timeout(TimeoutType::Wait) => Failure::Busy(text),
            _ => Failure::Away(text),
        };
        failure.counted()
    }
}

impl From<diesel::ConnectionError> for Failure {
    fn from(error: diesel::ConnectionError) -> Self {
        Failure::Away(error.to_string()).counted()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_failures_get_one_line_with_the_number_of_omitted_ones() {
        let (mut reported, began) = (Reported { at: None, left_out: 0 }, Instant::now());
        assert_eq!(reported.due(began), Some(0));
        assert!((0..500).all(|_| reported.due(began).is_none()));
        assert_eq!(reported.due(began + LINE_EVERY), Some(500));
        assert_eq!(reported.due(began + LINE_EVERY), None);
    }

    #[test]
    fn a_full_disk_and_a_database_that_only_reads_are_temporary() {
        let error = |kind, message: &str| DieselError::DatabaseError(kind, Box::new(message.to_owned()));
        let full = "could not extend file \"base/16384/2619\": No space left on device";
        let read_only = "cannot execute UPDATE in a read-only transaction";
        for failure in [
            sorted(error(DatabaseErrorKind::Unknown, full)),
            sorted(error(DatabaseErrorKind::ReadOnlyTransaction, read_only)),
        ] {
            assert!(matches!(failure, Failure::Unwritable(_)), "{failure}");
        }
    }

    #[test]
    fn a_commit_that_a_lost_connection_interrupts_means_that_the_database_is_away() {
        let lost = || {
            let message = "error communicating with the server: Broken pipe".to_owned();
            DieselError::DatabaseError(DatabaseErrorKind::Unknown, Box::new(message))
        };
        let both = DieselError::RollbackErrorOnCommit {
            rollback_error: Box::new(DieselError::BrokenTransactionManager),
            commit_error: Box::new(lost()),
        };
        assert!(matches!(sorted(both), Failure::Away(_)));
        assert!(matches!(sorted(lost()), Failure::Away(_)));
    }

    #[test]
    fn a_dead_worker_means_that_the_database_is_away() {
        let reported = |message: &str| {
            sorted(DieselError::DatabaseError(DatabaseErrorKind::Unknown, Box::new(message.to_owned())))
        };
        for message in [
            "connection to the remote node lapidary@10.0.0.2:5432 failed with the following error: Connection refused",
            "could not commit transaction for shard 102011 on at least one active node",
            "SSL SYSCALL error: EOF detected",
            "server closed the connection unexpectedly",
        ] {
            assert!(matches!(reported(message), Failure::Away(_)), "{message}");
        }
        let deadlock = "canceling the transaction since it was involved in a distributed deadlock";
        assert!(matches!(reported(deadlock), Failure::Contended(_)));
    }
}
