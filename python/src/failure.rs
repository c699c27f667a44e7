//! The exceptions. Each says what is wrong; a refusal also has the number of its ruling.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use lapidary_engine::game::Refusal;

create_exception!(lapidary, LapidaryError, PyValueError, "What a function was given is impossible.");
create_exception!(
    lapidary,
    IllegalAction,
    LapidaryError,
    "The rules forbid the action; `rule` is the number of the ruling. The position is unchanged."
);
create_exception!(
    lapidary,
    NotationError,
    LapidaryError,
    "The text or the JSON is not an action of the ruleset."
);
create_exception!(
    lapidary,
    ExportError,
    LapidaryError,
    "The export cannot be read, or contradicts its deal or the rules; `place` says where."
);

/// The exception of an impossible argument.
pub fn wrong(what: impl ToString) -> PyErr {
    LapidaryError::new_err(what.to_string())
}

/// The exception of a refused action.
pub fn illegal(py: Python<'_>, refusal: Refusal) -> PyErr {
    illegal_by(py, &refusal.to_string(), refusal.rule())
}

/// The exception of an action that this ruling forbids.
pub fn illegal_by(py: Python<'_>, why: &str, rule: &str) -> PyErr {
    let error = IllegalAction::new_err(format!("{why} ({rule})"));
    match error.value(py).setattr("rule", rule) {
        Ok(()) => error,
        Err(other) => other,
    }
}
