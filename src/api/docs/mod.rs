//! The documentation for people: an introduction, the guides, and Swagger UI on one part of the contract at a
//! time.
//!
//! Everything except Swagger UI is rendered here without scripts, so it appears at once. This module knows
//! the files of `docs` and the contract, but no operation.

pub mod guides;
mod markdown;
mod page;
pub mod reference;
pub mod start;
