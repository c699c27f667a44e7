//! Notifications within this process: they carry (game, version), never content.

mod activity;
mod due;
mod hints;
mod outbox;
mod presence;
mod sets;
mod state;
mod watchers;

pub use activity::Activity;
pub use due::{DecisionQueue, Taken, Urgency};
pub use hints::Hints;
pub use outbox::{Announcements, Outbox};
pub use presence::{Attendance, Attending, OWN_FEED, Presence};
pub use sets::GameSet;
pub(crate) use state::compare;
pub use state::{EndReason, KEEP_ALIVE, State, StateFollower, StateFrame};
pub use watchers::{Announced, Changed, PlayerChanged, PlayerWatch, Watch, Watchers};
