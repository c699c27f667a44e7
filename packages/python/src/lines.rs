//! The moves of a game in one line (docs/notation.md). It does not know the rules: `load_export` does.

use pyo3::prelude::*;

use crate::failure::wrong;

/// A decision, or a seat that left.
#[derive(PartialEq, Eq)]
#[pyclass(frozen, eq, module = "lapidary")]
pub struct Move {
    turn: u16,
    seat: u8,
    by_engine: bool,
    notation: String,
}

#[pymethods]
impl Move {
    #[new]
    fn new(turn: u16, seat: u8, by_engine: bool, notation: String) -> Move {
        Move { turn, seat, by_engine, notation }
    }

    /// The number of the turn, from 1.
    #[getter]
    fn turn(&self) -> u16 {
        self.turn
    }

    /// The seat.
    #[getter]
    fn seat(&self) -> u8 {
        self.seat
    }

    /// Whether only one choice was legal (T2).
    #[getter]
    fn by_engine(&self) -> bool {
        self.by_engine
    }

    /// The line of notation; `resign` or `timeout` for a seat that left.
    #[getter]
    fn notation(&self) -> &str {
        &self.notation
    }

    fn __repr__(&self) -> String {
        let mark = if self.by_engine { "!" } else { "" };
        format!("<Move {} {} {mark}{}>", self.turn, self.seat, self.notation)
    }
}

/// Reads the turns of a game, which tabs separate.
#[pyfunction]
pub fn read_moves(turns: &str) -> PyResult<Vec<Move>> {
    let mut moves = Vec::new();
    for line in turns.split('\t') {
        push_turn(line, &mut moves).ok_or_else(|| wrong(format!("`{line:.40}` is not a turn")))?;
    }
    Ok(moves)
}

/// Adds the moves of a turn; none if it is not one.
fn push_turn(line: &str, moves: &mut Vec<Move>) -> Option<()> {
    let (turn, rest) = line.split_once(' ')?;
    let (seat, entries) = rest.split_once(' ')?;
    let (turn, seat) = (turn.parse().ok()?, seat.parse().ok()?);
    for entry in entries.split("; ") {
        let notation = entry.strip_prefix('!');
        let by_engine = notation.is_some();
        let notation = notation.unwrap_or(entry);
        if notation.is_empty() {
            return None;
        }
        moves.push(Move { turn, seat, by_engine, notation: notation.to_owned() });
    }
    Some(())
}
