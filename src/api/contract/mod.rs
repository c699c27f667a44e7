//! The contract: the OpenAPI document, its parts, and the readers that check bodies against it.

pub mod bodies;
pub mod bounded;
pub(crate) mod docs;
mod examples;
pub(crate) mod known;
pub mod openapi;
mod refusals;
mod schemas;
pub(crate) mod strict;
pub mod text;
pub mod worst;
