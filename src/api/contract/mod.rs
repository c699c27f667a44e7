//! The contract: the OpenAPI document, what it is put together from, and readers that hold bodies to it.

pub mod bounded;
pub(crate) mod docs;
mod examples;
pub(crate) mod known;
pub mod openapi;
mod refusals;
mod schemas;
pub(crate) mod strict;
