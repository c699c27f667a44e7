//! The extractors: parts of a request that are parsed before the handler runs.

mod address;
mod caller;
pub mod json;
mod optional;
mod path;
mod query;
mod valid;
pub mod wording;

pub use address::{ClientAddress, TrustedProxies};
pub use caller::{Caller, LiveCaller, LiveViewer, Viewer, session_ended};
pub use optional::Optional;
pub use path::{GamePath, hyphenated, path_config};
pub use query::query_config;
pub use valid::{Valid, body, read_in_time};
