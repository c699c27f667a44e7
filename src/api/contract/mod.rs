//! The contract as the server uses it: what operations say about themselves, and the published document.

pub mod describe;
pub mod openapi;
pub mod part;

pub use lapidary_model::items;
