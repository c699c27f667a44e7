//! Telling players what waits for them while they are not connected: whose turn it is, challenges,
//! invitations, rematches and tables of tournaments.
//!
//! Nothing is stored with a turn. What waits is read from the games, so a crash loses nothing; a row for each
//! player who is told says when to read it next, and what they were told already.

mod all;
mod hours;
mod look;

pub use all::{Alerts, HoursRefusal};
