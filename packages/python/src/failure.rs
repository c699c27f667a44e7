//! The exceptions. Each says what is wrong; a refusal also has the number of its ruling.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use lapidary_position::Fault;

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
create_exception!(lapidary, ViewError, LapidaryError, "The JSON is not a view, or no game looks like it.");
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

/// The exception of a fault.
pub fn raised(py: Python<'_>, fault: Fault) -> PyErr {
    let message = fault.to_string();
    match fault {
        Fault::Impossible(_) => LapidaryError::new_err(message),
        Fault::Illegal { rule, .. } => with_rule(py, message, rule),
        Fault::Notation(_) => NotationError::new_err(message),
        Fault::View(_) => ViewError::new_err(message),
        Fault::Export(_) => ExportError::new_err(message),
    }
}

/// The exception of an action that this ruling forbids.
pub fn illegal_by(py: Python<'_>, why: &str, rule: &'static str) -> PyErr {
    raised(py, Fault::illegal(why, rule))
}

fn with_rule(py: Python<'_>, message: String, rule: &str) -> PyErr {
    let error = IllegalAction::new_err(message);
    match error.value(py).setattr("rule", rule) {
        Ok(()) => error,
        Err(other) => other,
    }
}
