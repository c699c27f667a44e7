//! Why the database gave no answer, sorted by what can be done about it.
//!
//! It knows PostgreSQL's errors; it knows no HTTP.

use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel_async::pooled_connection::deadpool::PoolError;

/// Why the database gave no answer.
///
/// The text is for the log, never for a client.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// It cannot be reached, or all connections are in use: the same request may succeed later.
    #[error("the database is away: {0}")]
    Away(String),
    /// The transaction lost against another one and changed nothing: it may be tried again at once.
    #[error("the transaction lost against another: {0}")]
    Contended(String),
    /// It took longer than it may.
    #[error("the statement took too long: {0}")]
    TooSlow(String),
    /// The statement or its result is wrong, which is an error of ours.
    #[error("the database refused: {0}")]
    Broken(#[source] DieselError),
}

impl From<DieselError> for Failure {
    fn from(error: DieselError) -> Self {
        let DieselError::DatabaseError(kind, ref information) = error else {
            return match error {
                DieselError::BrokenTransactionManager => Failure::Away(error.to_string()),
                other => Failure::Broken(other),
            };
        };
        let message = information.message();
        match kind {
            DatabaseErrorKind::SerializationFailure => Failure::Contended(message.to_owned()),
            DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand => {
                Failure::Away(message.to_owned())
            }
            _ => by_message(message).unwrap_or(Failure::Broken(error)),
        }
    }
}

/// Sorts the errors for which diesel has no kind of its own by PostgreSQL's message, which is English under `lc_messages=C`.
fn by_message(message: &str) -> Option<Failure> {
    const CONTENDED: [&str; 3] =
        ["deadlock detected", "due to lock timeout", "could not obtain lock on row in relation"];
    const TOO_SLOW: [&str; 2] = ["due to statement timeout", "due to user request"];
    const AWAY: [&str; 6] = [
        "terminating connection",
        "the database system is",
        "connection closed",
        "error communicating with the server",
        "remaining connection slots are reserved",
        "too many clients already",
    ];
    let any = |phrases: &[&str]| phrases.iter().any(|phrase| message.contains(phrase));
    if any(&CONTENDED) {
        Some(Failure::Contended(message.to_owned()))
    } else if any(&TOO_SLOW) {
        Some(Failure::TooSlow(message.to_owned()))
    } else if any(&AWAY) {
        Some(Failure::Away(message.to_owned()))
    } else {
        None
    }
}

impl From<PoolError> for Failure {
    fn from(error: PoolError) -> Self {
        Failure::Away(error.to_string())
    }
}

impl From<diesel::ConnectionError> for Failure {
    fn from(error: diesel::ConnectionError) -> Self {
        Failure::Away(error.to_string())
    }
}
