//! Notifications within this process: they carry (game, version), never content.

mod watchers;

pub use watchers::{Watch, Watchers};
