//! A running or finished game as a value of Python. It knows all of it, hidden cards included; what a seat
//! may know is in `view`.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::action::{self, Action};
use crate::failure::{ViewError, raised, wrong};
use crate::table::{self, Seed};
use lapidary_engine::game::Game;
use lapidary_engine::ruleset::Ruleset;
use lapidary_position as position;

/// An entry of a game's log: a decision, or a seat that left.
#[pyclass(frozen, eq, get_all, module = "lapidary")]
#[derive(Clone, PartialEq, Eq)]
pub struct Entry {
    /// The seat that the entry belongs to.
    pub seat: u8,
    /// `player`, or `engine` if only one choice was legal (T2).
    pub by: &'static str,
    /// The notation of the action; `resign` or `timeout` for a seat that left.
    pub notation: String,
}

#[pymethods]
impl Entry {
    fn __repr__(&self) -> String {
        let mark = if self.by == "engine" { "!" } else { "" };
        format!("<Entry {} {mark}{}>", self.seat, self.notation)
    }
}

impl From<position::Entry> for Entry {
    fn from(position::Entry { seat, by, notation, .. }: position::Entry) -> Entry {
        Entry { seat, by, notation }
    }
}

/// A position of a game.
#[pyclass(eq, module = "lapidary")]
#[derive(Clone, PartialEq, Eq)]
pub struct Position(pub Game);

#[pymethods]
impl Position {
    /// Deals a game from a number.
    #[new]
    #[pyo3(signature = (ruleset = "splendor", *, modules = Vec::new(), options = BTreeMap::new(), seats = 2, seed = Seed::ZERO))]
    fn new(
        ruleset: &str,
        modules: Vec<String>,
        options: BTreeMap<String, String>,
        seats: i64,
        seed: Seed,
    ) -> PyResult<Position> {
        let ruleset = table::ruleset(ruleset, &modules, &options)?;
        let seats = table::seat_count(ruleset, seats)?;
        position::deal::deal_from(ruleset, seats, seed.0).map(Position).map_err(wrong)
    }

    /// Rebuilds a position from a view, as a dictionary or as text; what is hidden from its viewer is dealt
    /// anew.
    #[staticmethod]
    #[pyo3(signature = (view, *, seed = 0))]
    fn from_view(view: &Bound<'_, PyAny>, seed: u64) -> PyResult<Position> {
        let value = serde_json::from_str(&action::json_text(view)?)
            .map_err(|error| ViewError::new_err(format!("not a view of the contract: {error}")))?;
        position::of_view(&value, seed).map(Position).map_err(|fault| raised(view.py(), fault))
    }

    /// The ruleset: `splendor` or `kids`.
    #[getter]
    fn ruleset(&self) -> &'static str {
        self.0.ruleset().id()
    }

    /// The modules in play, in their fixed order.
    #[getter]
    fn modules(&self) -> Vec<&'static str> {
        self.0.ruleset().modules()
    }

    /// The options with their values.
    #[getter]
    fn options(&self) -> BTreeMap<&'static str, &'static str> {
        self.0.ruleset().options().into_iter().collect()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.0.seat_count().get()
    }

    /// The seats that have not left the game.
    #[getter]
    fn seats_in_play(&self) -> Vec<u16> {
        self.0.seats_in_play().into_iter().map(|seat| u16::from(seat.number())).collect()
    }

    /// The seat that must decide; `None` when the game is over.
    #[getter]
    fn to_act(&self) -> Option<u8> {
        self.0.to_act().map(|(seat, _)| seat.number())
    }

    /// The kind of decision, such as `main` or `return`; `None` when the game is over.
    #[getter]
    fn decision(&self) -> Option<&'static str> {
        self.0.to_act().map(|(_, decision)| decision)
    }

    /// The number of turns that have begun.
    #[getter]
    fn turn(&self) -> u16 {
        self.0.turns_begun()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.to_act().is_none()
    }

    /// Why the game ended, such as `prestige`; `None` while it runs.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.0.outcome().map(|outcome| outcome.reason.name())
    }

    /// The rank of each seat, 1 is the best; equal seats share a rank. Empty while the game runs.
    #[getter]
    fn ranks(&self) -> Vec<u16> {
        self.0.outcome().map(|outcome| outcome.ranks.into_iter().map(u16::from).collect()).unwrap_or_default()
    }

    /// The seats of rank 1; empty while the game runs.
    #[getter]
    fn winners(&self) -> Vec<u16> {
        let outcome = self.0.outcome();
        outcome.iter().flat_map(|outcome| outcome.winners()).map(|seat| u16::from(seat.number())).collect()
    }

    /// The legal actions, in a fixed order: each purchase with its canonical payment, or with `payments="all"`
    /// with every exact payment.
    #[pyo3(signature = (payments = "canonical"))]
    fn legal_actions(&self, payments: &str) -> PyResult<Vec<Action>> {
        Ok(self.0.legal_actions(table::payments(payments)?).into_iter().map(Action).collect())
    }

    /// Reads an action, a text in notation, or a dictionary of the contract, and completes a payment that is
    /// left out. Does not judge it.
    fn action(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Action> {
        let proposal = action::given(self.0.ruleset(), action)?;
        position::complete(&self.0, &proposal).map(Action).map_err(|fault| raised(py, fault))
    }

    /// Whether the action is legal.
    fn is_legal(&self, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(position::is_legal(&self.0, &action::given(self.0.ruleset(), action)?))
    }

    /// Applies an action of the seat that must decide, and what follows from it. Returns the entries of the log.
    fn play(&mut self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Vec<Entry>> {
        let proposal = action::given(self.0.ruleset(), action)?;
        let entries = position::play(&mut self.0, &proposal).map_err(|fault| raised(py, fault))?;
        Ok(entries.into_iter().map(Entry::from).collect())
    }

    /// Takes a seat out of the game (B19). Returns the entries of the log; none if the seat has left already.
    #[pyo3(signature = (seat, how = "resign"))]
    fn leave(&mut self, seat: i64, how: &str) -> PyResult<Vec<Entry>> {
        let seat = table::seat(self.0.seat_count(), seat)?;
        let entries = position::leave(&mut self.0, seat, how).map_err(wrong)?;
        Ok(entries.into_iter().map(Entry::from).collect())
    }

    /// A copy.
    fn copy(&self) -> Position {
        self.clone()
    }

    fn __copy__(&self) -> Position {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.clone()
    }

    /// A copy in which everything that is hidden from this seat is dealt anew; from everybody if the seat is
    /// `None`. Both positions look the same to the seat.
    fn redealt(&self, seat: Option<i64>, seed: u64) -> PyResult<Position> {
        let viewer = table::viewer(self.0.seat_count(), seat)?;
        Ok(Position(position::redealt(&self.0, viewer, seed)))
    }

    /// The position as this seat sees it, in words of the contract; as a spectator sees it if the seat is
    /// `None`.
    #[pyo3(signature = (seat = None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<i64>) -> PyResult<Bound<'py, PyAny>> {
        let viewer = table::viewer(self.0.seat_count(), seat)?;
        let view = position::view_json(&self.0, viewer);
        py.import("json")?.call_method1("loads", (view.to_string(),))
    }

    fn __repr__(&self) -> String {
        let name = match self.0.ruleset() {
            Ruleset::Splendor(_) => self.0.ruleset().deal_name(),
            ruleset @ Ruleset::Kids(variant) => {
                format!("{} on the {} board", ruleset.deal_name(), variant.board())
            }
        };
        match self.0.to_act() {
            Some((seat, decision)) => format!(
                "<Position of {name}, {} seats, turn {}: seat {seat} decides {decision}>",
                self.seats(),
                self.turn()
            ),
            None => format!("<Position of {name}, {} seats: over, ranks {:?}>", self.seats(), self.ranks()),
        }
    }

    /// Reads what `__reduce__` wrote.
    #[staticmethod]
    fn _read(bytes: &[u8]) -> PyResult<Position> {
        position::decode(bytes).map(Position).map_err(wrong)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let bytes = PyBytes::new(py, &position::encode(&self.0));
        Ok((py.get_type::<Position>().getattr("_read")?, (bytes,)))
    }
}
