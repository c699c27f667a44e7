//! Use cases of tournaments: creating, entering, pairing, playing and closing them.
//!
//! Each use case locks the row of its tournament, reads the whole event, decides by pure functions, and
//! writes what follows.

mod access;
mod advance;
mod all;
mod announce;
mod arbiter;
mod arena;
mod byes;
mod change;
mod clocks;
mod close;
mod close_round;
mod conditions;
mod correct;
mod create;
mod duplicate;
mod end_games;
mod enter;
mod entry_lock;
mod export;
mod fairness;
mod feed;
mod final_order;
mod fit;
mod guests;
mod in_series;
mod invite;
mod look;
mod matches;
mod open;
mod organizers;
mod pace;
mod pair;
mod plan;
mod ratings;
mod ready;
mod refusal;
mod report;
mod reporting;
mod seat;
mod standings;
mod start;
mod told;
mod undo;

pub use all::Tournaments;
pub use arbiter::{EntryAct, ResultBySeat, TableAct};
pub use change::Change;
pub use clocks::ClockOrder;
pub use conditions::Unmet;
pub use correct::{Changed, Corrected, Correction};
pub use create::NewTournament;
pub use enter::Leave;
pub use entry_lock::EntryKey;
pub use export::Exported;
pub use feed::{Followed, TournamentFollower, TournamentFrame};
pub use guests::{NewEntrant, NewEntry};
pub use in_series::NotAddable;
pub use look::{RoundView, TournamentView};
pub use pair::{PairingOrders, Preview};
pub use plan::{Planned, PlannedTable};
pub use ratings::{EventGame, RatedEntry};
pub use refusal::TournamentRefusal;
pub use report::NotReportable;
pub use standings::{Line, Standings};

pub(crate) use access::{load_event, lock_organized, lock_visible};
pub(crate) use create::make;
pub(crate) use final_order::{Ranked, final_order, final_results};
pub(crate) use in_series::{not_addable, organizes_series};
