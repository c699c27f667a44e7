//! Who waits for what: it carries (game, version), never content.

mod watchers;

pub use watchers::{Watch, Watchers};
