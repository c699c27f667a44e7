//! The Python package `lapidary`: the rules of Splendor and Splendor Kids, and environments for learning. The
//! rules are those of the server, compiled from the same crate.
//!
//! Nothing here panics on purpose: whatever Python gives, the answer is a value or an exception that says
//! what is wrong.

mod action;
mod export;
mod failure;
mod game;
mod lines;
mod many;
mod opponent;
mod picture;
mod position;
mod space;
mod steps;
mod table;
mod view;

/// The compiled part of the package.
#[pyo3::pymodule]
mod _engine {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::action::Action;
    #[pymodule_export]
    use super::export::{Export, load_export};
    #[pymodule_export]
    use super::failure::{ExportError, IllegalAction, LapidaryError, NotationError, ViewError};
    #[pymodule_export]
    use super::lines::{Move, read_moves};
    #[pymodule_export]
    use super::many::Games;
    #[pymodule_export]
    use super::opponent::Opponent;
    #[pymodule_export]
    use super::picture::{draw_pixels, draw_svg};
    #[pymodule_export]
    use super::position::{Entry, Position};
    #[pymodule_export]
    use super::steps::Steps;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("SPACE_VERSION", super::space::VERSION)
    }
}
