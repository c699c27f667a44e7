//! Actions as values of Python: immutable, hashable, with their notation and their JSON.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::failure::raised;
use crate::table::any_ruleset;
use lapidary_engine::game;
use lapidary_engine::ruleset::Ruleset;
use lapidary_position::action;

/// A complete decision of a seat: a purchase includes its payment.
#[pyclass(frozen, eq, hash, module = "lapidary")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action(pub game::Action);

#[pymethods]
impl Action {
    /// Reads canonical notation.
    #[staticmethod]
    #[pyo3(signature = (notation, ruleset = "splendor"))]
    fn parse(py: Python<'_>, notation: &str, ruleset: &str) -> PyResult<Action> {
        parse(py, any_ruleset(ruleset)?, notation).map(Action)
    }

    /// Reads the JSON of the contract, as text or as a dictionary.
    #[staticmethod]
    #[pyo3(signature = (json, ruleset = "splendor"))]
    fn from_json(json: &Bound<'_, PyAny>, ruleset: &str) -> PyResult<Action> {
        let proposal = proposal(any_ruleset(ruleset)?, json)?;
        action::complete_by_itself(proposal).map(Action).map_err(|fault| raised(json.py(), fault))
    }

    /// The JSON of the contract, as a dictionary.
    #[allow(clippy::wrong_self_convention, reason = "Python calls it on a reference")]
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = action::write(&self.0).map_err(crate::failure::wrong)?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// The canonical notation.
    #[getter]
    fn notation(&self) -> String {
        self.0.to_string()
    }

    /// The `type` of the JSON, such as `take`.
    #[getter]
    fn r#type(&self) -> String {
        action::type_name(&self.0)
    }

    /// The ruleset that the action belongs to: `splendor` or `kids`.
    #[getter]
    fn ruleset(&self) -> &'static str {
        match self.0 {
            game::Action::Splendor(_) => "splendor",
            game::Action::Kids(_) => "kids",
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let ruleset = if self.ruleset() == "kids" { ", \"kids\"" } else { "" };
        format!("Action.parse(\"{}\"{ruleset})", self.0)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String, &'static str))> {
        let parse = slf.get_type().getattr("parse")?.unbind();
        let action = slf.get();
        Ok((parse, (action.0.to_string(), action.ruleset())))
    }
}

/// Reads canonical notation.
fn parse(py: Python<'_>, ruleset: Ruleset, notation: &str) -> PyResult<game::Action> {
    action::parse(ruleset, notation).map_err(|fault| raised(py, fault))
}

/// JSON as text; a dictionary is written.
pub fn json_text(json: &Bound<'_, PyAny>) -> PyResult<String> {
    match json.cast::<PyString>() {
        Ok(text) => Ok(text.to_str()?.to_owned()),
        Err(_) => json.py().import("json")?.call_method1("dumps", (json,))?.extract(),
    }
}

/// Reads JSON, as text or as a dictionary.
fn proposal(ruleset: Ruleset, json: &Bound<'_, PyAny>) -> PyResult<game::Proposal> {
    action::proposal(ruleset, &json_text(json)?).map_err(|fault| raised(json.py(), fault))
}

/// Reads an action, a text in notation, or a dictionary of the contract.
pub fn given(ruleset: Ruleset, given: &Bound<'_, PyAny>) -> PyResult<game::Proposal> {
    if let Ok(action) = given.cast::<Action>() {
        Ok(action::exact(action.get().0))
    } else if given.is_instance_of::<PyDict>() {
        proposal(ruleset, given)
    } else {
        let text = given.cast::<PyString>().map_err(|_| {
            pyo3::exceptions::PyTypeError::new_err("an action is an Action, a text in notation, or a dict")
        })?;
        parse(given.py(), ruleset, text.to_str()?).map(action::exact)
    }
}
