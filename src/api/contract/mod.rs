//! The contract: the OpenAPI document, its parts, and the readers that check bodies against it.

pub mod bodies;
pub(crate) mod docs;
mod examples;
pub(crate) mod known;
pub mod openapi;
mod refusals;
mod schemas;
pub mod text;
pub mod worst;
