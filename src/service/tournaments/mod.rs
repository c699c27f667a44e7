//! Use cases of tournaments: creating, entering, pairing, playing and closing them.
//!
//! Each use case locks the row of its tournament, reads the whole event, decides by pure functions, changes
//! the event in memory, and stores what differs (`act.rs`): in as many statements for many tables as for one.
//!
//! - The games of a round are created and started in the transaction that opens it. The end of a game locks
//!   only the row of its table, so nobody who holds a tournament waits for a game that waits for the
//!   tournament. An organizer's act on a table locks the tournament, then the players, the games in the order
//!   of ids, and their tables.
//! - What follows from the last table of a round, or from a date (`pace.rs`), is done by a job on any server
//!   under the lock of the tournament, and by the next request that depends on it.
//! - Whatever happens is stored as the audit (`service/audit.rs`). The feed of a player reads announcements
//!   from there.
//! - Over the board there are tables without games: `begin_table` (`open.rs`) is the only place where the two
//!   kinds of play differ. A guest is a row of `players` without a name, which belongs to one entry; claiming
//!   an entry replaces its player.
//! - The hash of a password is compared before the tournament is locked; the transaction that enters the
//!   player checks that it is still the same.
//! - The games of a round of a duplicate tournament share a deal for each number of seats, each with its own
//!   copy of the secret, so replay and verification know nothing of it.
//!
//! `tests/contract/tournament/day.py` organizes tournaments through the API while the server is killed again
//! and again.

mod access;
mod act;
mod advance;
mod all;
mod announce;
mod arbiter;
mod arena;
mod begin;
mod board_ratings;
mod by_itself;
mod byes;
mod change;
mod clocks;
mod close;
mod close_round;
mod conditions;
mod copy;
mod correct;
mod create;
mod cut;
mod delete;
mod duplicate;
mod end_games;
mod enter;
mod entry_lock;
mod export;
mod fairness;
mod feed;
mod final_order;
mod finish;
mod fit;
mod for_whom;
mod guests;
mod hall;
mod impartial;
mod in_series;
mod invite;
mod look;
mod matches;
mod numbered;
mod open;
mod organizers;
mod pace;
mod pair;
mod plan;
mod plan_matches;
mod rank;
mod ratings;
mod ready;
mod refusal;
mod report;
mod reporting;
mod results;
mod seat;
mod set_results;
mod standings;
mod start;
mod team_lists;
mod team_members;
mod team_standings;
mod teams;
mod undo;

pub use all::Tournaments;
pub use arbiter::{EntryAct, TableAct, TableOrder};
pub use change::Change;
pub use clocks::ClockOrder;
pub use conditions::Unmet;
pub use correct::{Changed, Corrected, Correction};
pub use create::NewTournament;
pub use cut::Cut;
pub use enter::Leave;
pub use entry_lock::EntryKey;
pub use export::Exported;
pub use feed::{Followed, TournamentChange, TournamentState};
pub use guests::{EntryChange, NewEntrant, NewEntry};
pub use in_series::NotAddable;
pub use look::{RoundView, TournamentView};
pub use pair::{PairingOrders, Preview};
pub use plan::{Planned, PlannedTable};
pub use rank::Standings;
pub use ratings::{EventGame, RatedEntry};
pub use refusal::TournamentRefusal;
pub use report::NotReportable;
pub use results::ResultBySeat;
pub use set_results::{NewResult, TableName};
pub use standings::Line;
pub use team_members::TeamKey;
pub use team_standings::TeamStandings;
pub use teams::{TeamChange, TeamView};

pub(crate) use access::{load_event, lock_organized, lock_visible, organizes};
pub(crate) use create::make;
pub(crate) use final_order::{FinalResult, Ranked, final_order, final_results};
pub(crate) use in_series::{not_addable, organizes_series, record_event};
