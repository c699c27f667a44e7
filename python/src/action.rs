//! Actions as values of Python: immutable, hashable, with their notation and their JSON.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::failure::NotationError;
use crate::json;
use crate::table::any_ruleset;
use lapidary_engine::game;
use lapidary_engine::ruleset::Ruleset;

/// A complete decision of a seat: a purchase includes its payment.
#[pyclass(frozen, eq, hash, module = "lapidary")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action(pub game::Action);

#[pymethods]
impl Action {
    /// Reads canonical notation.
    #[staticmethod]
    #[pyo3(signature = (notation, ruleset = "splendor"))]
    fn parse(notation: &str, ruleset: &str) -> PyResult<Action> {
        parse(any_ruleset(ruleset)?, notation).map(Action)
    }

    /// Reads the JSON of the contract, as text or as a dictionary.
    #[staticmethod]
    #[pyo3(signature = (json, ruleset = "splendor"))]
    fn from_json(json: &Bound<'_, PyAny>, ruleset: &str) -> PyResult<Action> {
        let splendor = |proposal| match proposal {
            lapidary_engine::splendor::action::Proposal::Exact(action) => {
                Some(game::Action::Splendor(action))
            }
            lapidary_engine::splendor::action::Proposal::Buy { card, offer } => {
                let payment = whole(offer)?;
                Some(game::Action::Splendor(lapidary_engine::splendor::action::Action::Buy { card, payment }))
            }
            lapidary_engine::splendor::action::Proposal::Conquer(offer) => Some(game::Action::Splendor(
                lapidary_engine::splendor::action::Action::Conquer(whole(offer)?),
            )),
        };
        let kids = |proposal| match proposal {
            lapidary_engine::kids::action::Proposal::Exact(action) => Some(game::Action::Kids(action)),
            lapidary_engine::kids::action::Proposal::Move { route, offer } => {
                let payment = lapidary_engine::kids::action::Payment {
                    bag: offer.bag?,
                    tiles: offer.tiles.unwrap_or_default(),
                };
                Some(game::Action::Kids(lapidary_engine::kids::action::Action::Move { route, payment }))
            }
        };
        let action = match proposal(any_ruleset(ruleset)?, json)? {
            game::Proposal::Splendor(proposal) => splendor(proposal),
            game::Proposal::Kids(proposal) => kids(proposal),
        };
        let incomplete = "the payment is missing: Position.action completes it";
        action.map(Action).ok_or_else(|| NotationError::new_err(incomplete))
    }

    /// The JSON of the contract, as a dictionary.
    #[allow(clippy::wrong_self_convention, reason = "Python calls it on a reference")]
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = json::write(&self.0).map_err(crate::failure::wrong)?;
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
        json::type_name(&self.0)
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

/// The payment of an offer that leaves nothing to the engine.
fn whole(
    offer: lapidary_engine::splendor::action::Offer,
) -> Option<lapidary_engine::splendor::action::Payment> {
    match (offer.tokens, offer.discard) {
        (None, None) => None,
        (tokens, discard) => Some(lapidary_engine::splendor::action::Payment {
            tokens: tokens.unwrap_or_default(),
            virtual_gold: offer.virtual_gold.unwrap_or_default(),
            discard,
        }),
    }
}

/// Reads canonical notation.
pub fn parse(ruleset: Ruleset, notation: &str) -> PyResult<game::Action> {
    let shown: String = notation.chars().take(80).collect();
    let wrong = |_| {
        let id = ruleset.id();
        NotationError::new_err(format!("{shown:?} is not an action of {id} in canonical notation"))
    };
    game::Action::parse(ruleset, notation).map_err(wrong)
}

/// Reads JSON, as text or as a dictionary.
pub fn proposal(ruleset: Ruleset, json: &Bound<'_, PyAny>) -> PyResult<game::Proposal> {
    let text = match json.cast::<PyString>() {
        Ok(text) => text.to_str()?.to_owned(),
        Err(_) => json.py().import("json")?.call_method1("dumps", (json,))?.extract()?,
    };
    json::read(ruleset, &text).map_err(|fault| {
        NotationError::new_err(format!("not the JSON of an action of {}: {fault}", ruleset.id()))
    })
}

/// Reads an action, a text in notation, or a dictionary of the contract.
pub fn given(ruleset: Ruleset, given: &Bound<'_, PyAny>) -> PyResult<game::Proposal> {
    if let Ok(action) = given.cast::<Action>() {
        Ok(exact(action.get().0))
    } else if given.is_instance_of::<PyDict>() {
        proposal(ruleset, given)
    } else {
        let text = given.cast::<PyString>().map_err(|_| {
            pyo3::exceptions::PyTypeError::new_err("an action is an Action, a text in notation, or a dict")
        })?;
        parse(ruleset, text.to_str()?).map(exact)
    }
}

fn exact(action: game::Action) -> game::Proposal {
    match action {
        game::Action::Splendor(action) => game::Proposal::Splendor(action.into()),
        game::Action::Kids(action) => game::Proposal::Kids(action.into()),
    }
}
