//! Notifications within this process: they carry (game, version), never content.

mod activity;
mod due;
mod hints;
mod outbox;
mod presence;
mod quiet;
mod sets;
mod watchers;

pub use activity::Activity;
pub use due::{DecisionQueue, Taken, Urgency};
pub use hints::Hints;
pub use outbox::{Announcements, Outbox};
pub use presence::{Attendance, Attending, OWN_FEED, Presence};
pub use quiet::KEEP_ALIVE;
pub use sets::GameSet;
pub use watchers::{Announced, Changed, PlayerChanged, PlayerWatch, Watch, Watchers};
