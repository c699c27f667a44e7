//! Notifications within this process: they carry (game, version), never content.

mod outbox;
mod watchers;

pub use outbox::{Announcements, Outbox};
pub use watchers::{Announced, Changed, Watch, Watchers};
