//! Exports of games as values of Python.

use pyo3::prelude::*;

use crate::failure::raised;
use crate::position::{Entry, Position};
use lapidary_position as position;

/// A game that was exported, dealt and replayed again.
#[pyclass(frozen, module = "lapidary")]
pub struct Export(position::Export);

#[pymethods]
impl Export {
    /// The ruleset: `splendor` or `kids`.
    #[getter]
    fn ruleset(&self) -> &'static str {
        self.0.ruleset.id()
    }

    /// The modules in play.
    #[getter]
    fn modules(&self) -> Vec<&'static str> {
        self.0.ruleset.modules()
    }

    /// The names of the players in seat order; `None` for an erased account.
    #[getter]
    fn players(&self) -> Vec<Option<String>> {
        self.0.players.clone()
    }

    /// The position before the first turn.
    #[getter]
    fn opening(&self) -> Position {
        Position(self.0.opening.clone())
    }

    /// The position at the end.
    #[getter]
    fn end(&self) -> Position {
        Position(self.0.end().clone())
    }

    /// Whether the game was aborted, so that it has no result.
    #[getter]
    fn is_aborted(&self) -> bool {
        self.0.is_aborted
    }

    /// The entries of the log, those of the engine included.
    #[getter]
    fn entries(&self) -> Vec<Entry> {
        self.0.played.iter().map(|played| Entry::from(position::Entry::from(&played.entry))).collect()
    }

    /// The position after this many entries, and after the decisions of the engine that follow from them.
    fn position(&self, py: Python<'_>, entries: usize) -> PyResult<Position> {
        self.0.position(entries).map(|game| Position(game.clone())).map_err(|fault| raised(py, fault))
    }

    fn __repr__(&self) -> String {
        format!("<Export of {}, {} entries>", self.0.ruleset.deal_name(), self.0.played.len())
    }
}

/// Reads an export, in JSON or as text, and verifies it: the secret is the one that the server committed to,
/// the deal follows from it, each entry is legal and in its place, and the result is that of the rules.
#[pyfunction]
pub fn load_export(py: Python<'_>, text: &str) -> PyResult<Export> {
    position::load_export(text).map(Export).map_err(|fault| raised(py, fault))
}
