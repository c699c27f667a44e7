//! Rows with content that this program never writes.
//!
//! It knows the error for such a row; it knows no table.

use super::Failure;

/// Returns the failure for a row with content that this program never writes; `what` names the row without
/// its content.
pub fn unreadable(what: &'static str) -> Failure {
    Failure::Broken(diesel::result::Error::DeserializationError(format!("{what} cannot be read").into()))
}

/// Returns a stored number as the type that its values have; `what` names the row without its content.
pub fn stored<N, T: TryFrom<N>>(number: N, what: &'static str) -> Result<T, Failure> {
    T::try_from(number).map_err(|_| unreadable(what))
}
