//! The view of a trained evaluation of a position: the active rows of its first layer.
//!
//! There are two kinds of inputs: those of the base game alone, and those of any table, with all modules and
//! two to four seats.

mod any_table;
mod base_game;
mod distance;
mod inputs;

pub use any_table::AnyTable;
pub use base_game::BaseGame;
pub use inputs::{Inputs, Row, Rows, active_rows};
