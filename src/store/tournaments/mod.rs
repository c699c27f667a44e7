//! Tournaments: their rows, entries, teams, rounds, tables and audit.
//!
//! Whoever changes a tournament has it [`Locked`], and locks games next, then rows of tables. The transaction
//! that ends a game locks only the row of its table, and in an arena those of its entries, so that no
//! organizer ever waits for a game that waits for the organizer.

pub mod adjustments;
pub mod announcements;
pub mod arena;
pub mod audit;
mod due;
pub mod entries;
pub mod entry_lock;
mod excluded;
pub mod games;
pub mod list;
mod locked;
pub mod members;
mod numbers;
pub mod own;
pub mod rounds;
mod save;
pub mod shared_deals;
pub mod tables;
pub mod teams;
mod tournament;

pub use due::{PendingTournaments, due, due_rounds};
pub use locked::{Locked, lock, try_lock};
pub use save::save;
pub use tournament::{
    NewTournament, cancel_orphans, delete, find, insert, replace_seed, secret, setting_differences,
    unfinished_count,
};
