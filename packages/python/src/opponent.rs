//! The built-in opponents of the server. They see what their seat sees.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::action::Action;
use crate::failure::wrong;
use crate::position::Position;
use crate::table;
use lapidary_opponents::{Budget, OpponentKind, Seen, Strength};

/// A built-in opponent.
#[pyclass(module = "lapidary")]
pub struct Opponent {
    /// In a box, because it needs a wider alignment than Python gives its objects.
    opponent: Box<lapidary_opponents::Opponent>,
    simulations: u32,
}

/// An opponent of this kind.
pub fn opponent(kind: &str, strength: i64, seed: u64) -> PyResult<lapidary_opponents::Opponent> {
    let names = OpponentKind::ALL.map(OpponentKind::name).join(", ");
    let kind = OpponentKind::named(kind)
        .ok_or_else(|| wrong(format!("{kind:?} is not an opponent: they are {names}")))?;
    let strength = u8::try_from(strength).ok().and_then(Strength::new);
    let strength = strength.ok_or_else(|| wrong("the strength is 0 to 100 percent"))?;
    Ok(lapidary_opponents::Opponent::new(kind, strength, seed))
}

#[pymethods]
impl Opponent {
    #[new]
    #[pyo3(signature = (kind = "greedy", *, strength = 100, seed = 0, simulations = 400))]
    fn new(kind: &str, strength: i64, seed: u64, simulations: u32) -> PyResult<Opponent> {
        Ok(Opponent { opponent: Box::new(opponent(kind, strength, seed)?), simulations })
    }

    /// The kind, such as `greedy`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.opponent.kind().name()
    }

    /// What the arguments of `Opponent` are, with the chance that is left in place of the seed.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((&'static str,), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("strength", self.opponent.strength().percent())?;
        named.set_item("seed", self.opponent.chance())?;
        named.set_item("simulations", self.simulations)?;
        Ok(((self.kind(),), named))
    }

    /// Chooses the next actions of the seat: a whole turn, or its part up to something that is revealed. Empty
    /// if the game does not wait for the seat.
    fn choose(&mut self, py: Python<'_>, position: &Bound<'_, Position>, seat: i64) -> PyResult<Vec<Action>> {
        let seen = {
            let position = position.try_borrow()?;
            Seen::new(&position.0, table::seat(position.0.seat_count(), seat)?)
        };
        let (opponent, simulations) = (&mut self.opponent, self.simulations);
        let chosen = py.detach(|| opponent.choose(&seen, Budget::simulations(simulations)));
        Ok(chosen.into_iter().map(Action).collect())
    }
}
