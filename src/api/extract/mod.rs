//! What handlers take from a request, parsed before they run.

mod parts;
mod valid;

pub use parts::{path_config, query_config};
pub use valid::Valid;
