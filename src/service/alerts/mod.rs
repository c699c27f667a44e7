//! Telling players what waits for them while they are not connected: whose turn it is, challenges,
//! invitations, rematches and tables of tournaments.
//!
//! Nothing is stored with a turn. What waits is read from the games, so a crash loses nothing; a row for each
//! player who is told says when to read it next, and what they were told already.
//!
//! After a commit, the player to act is noted in memory (`stream/hints.rs`) if they are among those who are
//! told. A job writes the notes into `alerts.check_at`. Whoever looks (`look.rs`) locks that row, reads what
//! waits, compares it with `alerts_told` and writes messages for webhooks and browsers, in one transaction. A
//! turn is known by its number, so it is told once.

mod all;
mod hours;
mod look;

pub use all::{Alerts, HoursRefusal};
