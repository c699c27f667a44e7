//! Canonical notation, for every game: a text is accepted only in its one canonical spelling. It does not
//! know the notation of any action.
//!
//! ```
//! use lapidary_engine::game::Action;
//! use lapidary_engine::ruleset::Ruleset;
//!
//! let ruleset = Ruleset::parse("splendor", [], [])?;
//! assert_eq!(Action::parse(ruleset, "buy base-1-red-4 2w2r")?.to_string(), "buy base-1-red-4 2w2r");
//! assert!(Action::parse(ruleset, "buy base-1-red-4 2r2w").is_err(), "another spelling of the same");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

/// The text is not an action in canonical notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("not an action in canonical notation")]
pub struct NotationError;

/// Returns the value, if the text is its canonical spelling.
pub(super) fn canonical<T: fmt::Display>(value: T, text: &str) -> Result<T, NotationError> {
    if value.to_string() == text { Ok(value) } else { Err(NotationError) }
}
