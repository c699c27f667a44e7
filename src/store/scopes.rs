//! Scopes as they are stored, in the columns `scopes` and `organize`. It knows no table.

use super::{Failure, unreadable};
use lapidary_model::auth::{Scopes, SessionKind, WrittenScopes};

/// The columns.
pub(crate) type Written = (String, Option<bool>);

/// Returns the scopes of a session of this kind, or of a code from which such a session is made.
pub(crate) fn read((words, organize): Written, kind: SessionKind) -> Result<Scopes, Failure> {
    WrittenScopes { words, organize }.read(kind).map_err(|_| unreadable("the scopes of a session"))
}
