//! The OpenAPI document: assembled from the descriptions of all operations, in a form that generators of
//! clients understand.

mod assemble;
mod examples;
mod exports;
mod known;
mod references;
mod refusals;
mod schemas;
pub mod unions;
pub mod worst;

pub use assemble::contract;
