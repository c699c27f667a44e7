//! What handlers take from a request, parsed before they run.

mod address;
mod caller;
mod optional;
mod parts;
mod valid;

pub use address::{ClientAddress, TrustedProxies};
pub use caller::{Caller, LiveCaller, LiveViewer, Viewer, session_ended};
pub use optional::Optional;
pub use parts::{path_config, query_config};
pub use valid::Valid;
