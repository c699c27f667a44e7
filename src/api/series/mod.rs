//! Series and leagues over HTTP: handlers and bodies.

pub mod body;
pub mod events;
pub mod look;
pub mod manage;
pub mod season_body;
pub mod seasons;
pub mod table;
