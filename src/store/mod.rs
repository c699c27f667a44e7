//! Diesel: rows in, domain values out. It knows tables; it knows no HTTP and no JSON.

pub mod accounts;
pub mod deals;
pub mod games;
pub mod idempotency;
pub mod invitations;
pub mod log;
pub mod refresh_tokens;
pub mod schema;
pub mod secrets;
pub mod sessions;

pub use crate::database::{Connection, Failure, Pool};

/// The failure of a row that holds what this program never wrote; `what` names it without its content.
pub(crate) fn unreadable(what: &'static str) -> Failure {
    Failure::Broken(diesel::result::Error::DeserializationError(format!("{what} cannot be read").into()))
}
