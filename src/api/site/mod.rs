//! The server about itself: where the API begins, whether it can do its work, and its metrics.

pub mod figures;
pub mod health;
pub mod index;
pub mod metrics;
mod process;
