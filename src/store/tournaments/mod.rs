//! Tournaments: their rows, entries, teams, rounds, tables and audit.
//!
//! Whoever changes a tournament locks its row first, then games, then rows of tables. The transaction that
//! ends a game locks only the row of its table, and in an arena those of its entries, so that no organizer
//! ever waits for a game that waits for the organizer.

pub mod adjustments;
pub mod announcements;
pub mod arena;
pub mod audit;
mod due;
pub mod entries;
pub mod entry_lock;
pub mod games;
pub mod list;
pub mod members;
mod numbers;
pub mod own;
pub mod rounds;
pub mod shared_deals;
mod starting;
pub mod tables;
pub mod teams;
mod tournament;

pub use due::{PendingTournaments, due, due_rounds};
pub use starting::{end_schedule, set_first_round_at};
pub use tournament::{
    NewTournament, cancel_orphans, end, find, insert, lock, reopen, replace_seed, seed, set_forbidden,
    set_status, start, try_lock, unfinished_count, update,
};
