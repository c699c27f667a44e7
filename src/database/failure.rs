//! Why a database call failed, grouped by what can be done about it.
//!
//! This module knows PostgreSQL's errors. It knows no HTTP.

use std::time::Instant;

use deadpool::managed::TimeoutType;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel_async::pooled_connection::deadpool::PoolError;

use super::messages::code_of;
use super::outage;
use lapidary_model::counters::Counters;
use lapidary_model::seldom::Seldom;

/// The code of the error of a call of a function that does not exist (`SQLSTATE`).
const UNDEFINED_FUNCTION: &str = "42883";

/// Why a database call failed.
///
/// The text is for the log, never for a client.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The database cannot be reached: the same request may succeed later.
    #[error("the database cannot be reached: {0}")]
    Away(String),
    /// All connections, or the memory of the database, are in use: the same request may succeed later.
    #[error("the database has no room for the request: {0}")]
    Busy(String),
    /// The transaction conflicted with another one and changed nothing: it can be retried at once.
    #[error("the transaction conflicted with another: {0}")]
    Contended(String),
    /// The statement exceeded its timeout.
    #[error("the statement took too long: {0}")]
    TooSlow(String),
    /// The database accepts no writes, because it only reads or its disk is full. Nothing is stored. The same
    /// request may succeed later.
    #[error("the database takes no writes: {0}")]
    Unwritable(String),
    /// The statement or its result is wrong: a bug in this server.
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

    /// Returns the failure of a statement on a worker of a cluster. The coordinator can do without a function
    /// that the worker lacks.
    pub fn of_worker(error: DieselError) -> Failure {
        match sorted(error) {
            Failure::Broken(DieselError::DatabaseError(_, information))
                if code_of(information.message()) == Some(UNDEFINED_FUNCTION) =>
            {
                Failure::Contended(information.message().to_owned()).counted()
            }
            failure => failure.counted(),
        }
    }

    /// Logs a temporary failure, unless another one was logged a moment ago.
    pub fn report(&self) {
        static REPORTED: Seldom = Seldom::new();
        if let Some(left_out) = REPORTED.due(Instant::now()) {
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

impl From<DieselError> for Failure {
    fn from(error: DieselError) -> Self {
        sorted(error).counted()
    }
}

fn sorted(error: DieselError) -> Failure {
    match error {
        DieselError::DatabaseError(kind, ref information) => {
            let message = information.message().to_owned();
            match code_of(&message) {
                Some(code) => by_code(code).map_or(Failure::Broken(error), |failure| failure(message)),
                // The driver itself reports it: the connection is lost.
                None if is_of_driver(&kind) => Failure::Away(message),
                None => Failure::Broken(error),
            }
        }
        // The first error is the cause; the failed rollback follows from it.
        DieselError::RollbackErrorOnCommit { commit_error, .. } => sorted(*commit_error),
        DieselError::BrokenTransactionManager => Failure::Away(error.to_string()),
        other => Failure::Broken(other),
    }
}

fn is_of_driver(kind: &DatabaseErrorKind) -> bool {
    matches!(kind, DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand)
}

/// Returns the temporary failure for an error with this code (`SQLSTATE`), if it is temporary.
///
/// The first two letters are a class. The texts are translated, so they decide nothing.
fn by_code(code: &str) -> Option<fn(String) -> Failure> {
    Some(match (code.get(..2)?, code) {
        // A serialization failure, a deadlock, a lock that was not acquired.
        (_, "40001" | "40P01" | "55P03") => Failure::Contended,
        (_, "57014") => Failure::TooSlow,
        // The disk is full, or the database only reads.
        (_, "53100" | "25006") => Failure::Unwritable,
        // Too few connections, or too little memory.
        ("53", _) => Failure::Busy,
        // Lost connections, including those of a cluster to its workers, and timeouts of transactions.
        ("08" | "57", _) | (_, "25P03" | "25P04") => Failure::Away,
        _ => return None,
    })
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

    /// Returns the failure of an error with this code and a translated text.
    fn with_code(code: &str) -> Failure {
        let message = format!("{code}: erreur d'après le code");
        sorted(DieselError::DatabaseError(DatabaseErrorKind::Unknown, Box::new(message)))
    }

    #[test]
    fn the_code_alone_decides_which_failure_it_is() {
        for (kind, codes) in [
            ("contended", &["40001", "40P01", "55P03"][..]),
            ("too_slow", &["57014"]),
            ("unwritable", &["53100", "25006"]),
            ("busy", &["53300", "53200"]),
            ("away", &["57P01", "57P02", "57P03", "08006", "08003", "25P03", "25P04"]),
            ("broken", &["42P01", "23505", "XX000", "25P02", "22021"]),
        ] {
            for code in codes {
                assert_eq!(with_code(code).kind(), kind, "{code}");
            }
        }
    }

    #[test]
    fn the_coordinator_does_what_a_worker_has_no_function_for() {
        let failed = |code: &str| {
            let message = Box::new(format!("{code}: la fonction n'existe pas"));
            Failure::of_worker(DieselError::DatabaseError(DatabaseErrorKind::Unknown, message)).kind()
        };
        for (code, kind) in [("42883", "contended"), ("42P01", "broken"), ("57P01", "away")] {
            assert_eq!(failed(code), kind, "{code}");
        }
        assert_eq!(with_code("42883").kind(), "broken", "on one PostgreSQL");
    }

    #[test]
    fn a_text_decides_nothing() {
        for text in
            ["deadlock detected", "57014 canceling statement", "error: terminating connection", "ä: b"]
        {
            let error = DieselError::DatabaseError(DatabaseErrorKind::Unknown, Box::new(text.to_owned()));
            assert_eq!(sorted(error).kind(), "broken", "{text}");
        }
    }

    #[test]
    fn a_commit_that_a_lost_connection_interrupts_means_that_the_database_is_away() {
        let lost = || {
            let message = "error communicating with the server: Broken pipe".to_owned();
            DieselError::DatabaseError(DatabaseErrorKind::UnableToSendCommand, Box::new(message))
        };
        let both = DieselError::RollbackErrorOnCommit {
            rollback_error: Box::new(DieselError::BrokenTransactionManager),
            commit_error: Box::new(lost()),
        };
        assert!(matches!(sorted(both), Failure::Away(_)));
        assert!(matches!(sorted(lost()), Failure::Away(_)));
    }
}
