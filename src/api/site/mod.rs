//! The server about itself: the start of the API, its health, and its metrics.

pub mod figures;
pub mod health;
pub mod index;
pub mod metrics;
mod process;
