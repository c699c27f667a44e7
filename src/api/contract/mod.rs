//! The contract: the OpenAPI document, its parts, and the readers that check bodies against it.

pub mod bodies;
pub mod describe;
mod examples;
mod exports;
pub(crate) mod known;
pub mod openapi;
pub mod part;
mod references;
mod refusals;
mod schemas;
pub mod unions;
pub mod worst;

pub use lapidary_model::items;
