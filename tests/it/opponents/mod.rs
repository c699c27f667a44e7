//! Built-in opponents: players that the server itself plays.

mod analyses;
mod asked;
pub mod player;
mod refused;
mod servers;
mod whole_games;
