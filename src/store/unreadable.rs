//! Rows that hold what this program never wrote.
//!
//! It knows how such a row fails; it knows no table.

use super::Failure;

/// The failure of a row that holds what this program never wrote; `what` names it without its content.
pub(crate) fn unreadable(what: &'static str) -> Failure {
    Failure::Broken(diesel::result::Error::DeserializationError(format!("{what} cannot be read").into()))
}
