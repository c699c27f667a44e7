//! Which game is played, and its deal: as in `lapidary_position`, with exceptions of Python.

use std::collections::BTreeMap;

use pyo3::prelude::*;

use crate::failure::wrong;
use lapidary_engine::game::{Game, Payments};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::viewer::Viewer;
use lapidary_position::deal;

/// The ruleset with this id, these modules and these options.
pub fn ruleset(id: &str, modules: &[String], options: &BTreeMap<String, String>) -> PyResult<Ruleset> {
    deal::ruleset(id, modules, options).map_err(wrong)
}

/// The ruleset with this id, for actions, which are the same with all modules.
pub fn any_ruleset(id: &str) -> PyResult<Ruleset> {
    deal::any_ruleset(id).map_err(wrong)
}

/// This number of seats.
pub fn seat_count(ruleset: Ruleset, seats: i64) -> PyResult<SeatCount> {
    deal::seat_count(ruleset, seats).map_err(wrong)
}

/// The seat with this number, if the game has it.
pub fn seat(seats: SeatCount, number: i64) -> PyResult<Seat> {
    deal::seat(seats, number).map_err(wrong)
}

/// The viewer in this seat; a spectator without one.
pub fn viewer(seats: SeatCount, number: Option<i64>) -> PyResult<Viewer> {
    deal::viewer(seats, number).map_err(wrong)
}

/// The payments that are listed among legal actions.
pub fn payments(name: &str) -> PyResult<Payments> {
    deal::payments(name).map_err(wrong)
}

/// The name of these payments.
pub const fn payments_name(payments: Payments) -> &'static str {
    match payments {
        Payments::Canonical => "canonical",
        Payments::All => "all",
    }
}

/// Deals a game from a number.
pub fn deal(ruleset: Ruleset, seats: SeatCount, seed: u64) -> PyResult<Game> {
    deal::deal(ruleset, seats, seed).map_err(wrong)
}

/// The number that a deal follows from, as 32 bytes (big-endian).
pub struct Seed(pub [u8; SEED_BYTES]);

/// As many as a server seed has, so the same numbers are seeds in JavaScript.
const SEED_BYTES: usize = 32;

impl Seed {
    /// The seed of a game that names none.
    pub const ZERO: Seed = Seed([0; SEED_BYTES]);
}

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Seed> {
        let number = number.py().import("operator")?.call_method1("index", (number,))?;
        let bytes = number.call_method1("to_bytes", (SEED_BYTES, "big"));
        Ok(Seed(bytes.map_err(|_| wrong("a seed is an integer from 0 to 2^256 - 1"))?.extract()?))
    }
}
