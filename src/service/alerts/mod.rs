//! Alerts tell players who are not connected what waits for them: their turns, challenges, invitations,
//! rematches and tables of tournaments.
//!
//! Nothing is stored with a turn. What waits is read from the games, so a crash loses nothing. Each player
//! who gets alerts has a row. It says when to check them next, and what they were told already.
//!
//! After a commit, the player to act is noted in memory (`stream/hints.rs`) if they get alerts. A job writes
//! the notes into `alerts.check_at`. A check (`look.rs`) locks that row, reads what waits, compares it with
//! `alerts_told` and writes messages for webhooks and browsers, in one transaction. A turn is known by its
//! number, so it is told once.

mod all;
mod hours;
mod look;

pub use all::{Alerts, HoursRefusal};
