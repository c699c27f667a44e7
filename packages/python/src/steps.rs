//! One game that is played by indices, for environments of Python.

use numpy::PyArray1;
use pyo3::prelude::*;

use crate::action::Action;
use crate::failure::{illegal_by, wrong};
use crate::game::{AnyScratch, AnyStepper, FieldRow, field_rows, rewards};
use crate::position::Position;
use crate::table;

/// A game that is played by the indices of an action space.
#[pyclass(module = "lapidary")]
pub struct Steps {
    stepper: AnyStepper,
    scratch: AnyScratch,
    length: usize,
}

/// What `Steps` are made of: the position, the payments, and the indices of the unfinished action.
type SteppedParts = (Position, &'static str, Vec<u16>);

#[pymethods]
impl Steps {
    #[new]
    #[pyo3(signature = (position, payments = "canonical"))]
    fn new(position: &Bound<'_, Position>, payments: &str) -> PyResult<Steps> {
        let mut scratch = AnyScratch::default();
        let stepper = AnyStepper::new(&position.try_borrow()?.0, table::payments(payments)?, &mut scratch);
        let length = stepper.fields().length;
        Ok(Steps { stepper, scratch, length })
    }

    /// The seat that must decide; `None` when the game is over.
    #[getter]
    fn to_act(&self) -> Option<u8> {
        self.stepper.decides().map(|seat| seat.number())
    }

    /// A copy of the position. It does not have the steps of an unfinished action.
    #[getter]
    fn position(&self) -> Position {
        Position(self.stepper.game())
    }

    /// The indices of the unfinished action.
    #[getter]
    fn pending(&self) -> Vec<u16> {
        self.stepper.pending().to_vec()
    }

    /// The number of indices of the action space.
    #[getter]
    fn actions(&self) -> usize {
        self.stepper.space()
    }

    /// The number of bytes of an observation.
    #[getter]
    const fn observation_length(&self) -> usize {
        self.length
    }

    /// What each index means.
    fn action_names(&self) -> Vec<String> {
        self.stepper.names()
    }

    /// The fields of an observation: name, first byte, number of bytes, largest value.
    fn observation_fields(&self) -> Vec<FieldRow> {
        field_rows(self.stepper.fields())
    }

    /// The possible indices, in order.
    fn possible(&self) -> Vec<usize> {
        self.stepper.possible().iter().collect()
    }

    /// A boolean for each index: whether it is possible.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; self.stepper.space()];
        self.stepper.possible().write(&mut mask);
        PyArray1::from_vec(py, mask)
    }

    /// What a seat sees, as bytes.
    fn observation<'py>(&self, py: Python<'py>, seat: i64) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let seat = table::seat(self.stepper.seats(), seat)?;
        let mut bytes = vec![0; self.length];
        self.stepper.observe(seat, &mut bytes);
        Ok(PyArray1::from_vec(py, bytes))
    }

    /// Takes a step, and finishes the action as far as one index is possible.
    fn step(&mut self, py: Python<'_>, index: i64) -> PyResult<()> {
        let taken = usize::try_from(index).map(|index| self.stepper.step(index, &mut self.scratch));
        match taken {
            Ok(Ok(())) => Ok(()),
            _ => Err(illegal_by(py, &format!("The index {index} is not possible now."), "T1")),
        }
    }

    /// Every legal action with the indices that spell it.
    fn spellings(&mut self) -> Vec<(Vec<u16>, Action)> {
        let spellings = self.stepper.spellings(&mut self.scratch);
        spellings.into_iter().map(|(indices, action)| (indices, Action(action))).collect()
    }

    /// What each seat earns: zeros while the game runs.
    fn rewards(&self) -> Vec<f32> {
        let mut earned = vec![0.0; self.stepper.seats().get()];
        if let Some(outcome) = self.stepper.result() {
            rewards(&outcome, &mut earned);
        }
        earned
    }

    /// A copy.
    fn copy(&self) -> Steps {
        Steps { stepper: self.stepper, scratch: AnyScratch::default(), length: self.length }
    }

    /// Begins with a position, and takes the steps of an unfinished action.
    #[staticmethod]
    fn _read(
        py: Python<'_>,
        position: &Bound<'_, Position>,
        payments: &str,
        pending: Vec<i64>,
    ) -> PyResult<Steps> {
        let mut steps = Steps::new(position, payments)?;
        // A step also takes those that follow from it.
        while let Some(&index) = pending.get(steps.stepper.pending().len()) {
            let before = steps.stepper.pending().len();
            steps.step(py, index)?;
            if steps.stepper.pending().len() <= before {
                return Err(wrong("these steps are not those of an unfinished action"));
            }
        }
        Ok(steps)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, SteppedParts)> {
        let parts = (self.position(), table::payments_name(self.stepper.payments()), self.pending());
        Ok((py.get_type::<Steps>().getattr("_read")?, parts))
    }

    fn __copy__(&self) -> Steps {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Steps {
        self.copy()
    }
}
