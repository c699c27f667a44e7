//! Knows what makes a line canonical notation in every game. Knows no line of any game.

use std::fmt;

/// The text is no action in canonical notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("not an action in canonical notation")]
pub struct NotationError;

/// The value, if the text is its canonical spelling.
pub(super) fn canonical<T: fmt::Display>(value: T, text: &str) -> Result<T, NotationError> {
    if value.to_string() == text { Ok(value) } else { Err(NotationError) }
}
