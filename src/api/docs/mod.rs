//! The documentation for people: where to start, the guides, and Swagger UI on one part of the contract at a
//! time.
//!
//! Everything but Swagger UI is rendered here and runs no script, so it shows at once. It knows the files of
//! `docs` and the contract, but no operation.

pub mod guides;
mod markdown;
mod page;
pub mod reference;
pub mod start;
