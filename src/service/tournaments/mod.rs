//! Use cases of tournaments: creating, entering, pairing, playing and closing them.
//!
//! Each use case locks the row of its tournament, reads the whole event, decides by pure functions, changes
//! the event in memory, and stores the differences (`act.rs`). Many tables need as many statements as one.
//!
//! Each room may use those before it, and all use `access.rs`, `act.rs`, `playing.rs` and `impartial.rs`:
//! `ranking` computes matches, standings and places; `teams`; `read` has views, standings, exports and the
//! stream; `play` is what happens at tables; `rounds` is how an event goes from round to round; `entries` is
//! who takes part; `manage` is about the tournament as a whole; `decide` has the decisions of organizers
//! about tables and entries.
//!
//! - The games of a round are created and started in the transaction that opens it. The end of a game locks
//!   only the row of its table, so no holder of a tournament waits for a game that waits for the tournament.
//!   An organizer's act on a table locks the tournament, then the players, the games in the order of ids,
//!   and their tables.
//! - A job on any server does what follows from the last table of a round, or from a date
//!   (`rounds/advance.rs`), under the lock of the tournament. So does the next request that depends on it.
//! - The audit stores whatever happens (`service/audit.rs`). The feed of a player reads announcements from
//!   there.
//! - Over the board there are tables without games: `begin_tables` (`play/begin.rs`) is the only place where
//!   the two kinds of play differ. A guest is a row of `players` without a name, which belongs to one entry.
//!   Claiming an entry replaces its player.
//! - The hash of a password is compared before the tournament is locked. The transaction that enters the
//!   player checks that it is still the same.
//! - The games of a round of a duplicate tournament share a deal for each number of seats, each with its own
//!   copy of the secret, so replay and verification know nothing of it.
//!
//! `tests/contract/tournament/day.py` organizes tournaments through the API while the server is killed again
//! and again.

mod access;
mod act;
mod all;
mod decide;
mod entries;
mod impartial;
mod manage;
mod numbered;
mod play;
mod playing;
mod ranking;
mod read;
mod refusal;
mod rounds;
mod teams;

pub use all::Tournaments;
pub use decide::arbiter::{EntryAct, TableAct, TableOrder};
pub use decide::clocks::ClockOrder;
pub use decide::correct::Correction;
pub use decide::corrected::{Changed, Corrected};
pub use decide::refusal::DecideRefusal;
pub use decide::set_results::NewResult;
pub use entries::enter::Leave;
pub use entries::entry_lock::EntryKey;
pub use entries::guests::{EntryChange, NewEntrant, NewEntry};
pub use entries::refusal::{EntryRefusal, Unmet};
pub use lapidary_model::tournaments::round::TableName;
pub use manage::change::Change;
pub use manage::create::NewTournament;
pub use manage::refusal::{ManageRefusal, NotAddable};
pub use play::results::ResultBySeat;
pub use ranking::cut::Cut;
pub use ranking::ratings::{EventGame, RatedEntry};
pub use ranking::standings::Line;
pub use read::export::Exported;
pub use read::feed::{Followed, TournamentChange, TournamentState};
pub use read::look::{RoundView, TournamentView};
pub use read::rank::Standings;
pub use read::report::NotReportable;
pub use read::team_standings::TeamStandings;
pub use refusal::TournamentRefusal;
pub use rounds::pair::{PairingOrders, Preview};
pub use rounds::plan::{Planned, PlannedTable};
pub use rounds::refusal::RoundRefusal;
pub use teams::members::TeamKey;
pub use teams::refusal::TeamRefusal;
pub use teams::team::{TeamChange, TeamView};

pub(crate) use access::{has_made, load_event, lock_organized, lock_visible, organizes};
pub(crate) use manage::create::make;
pub(crate) use manage::in_series::{not_addable, organizes_series, record_event};
pub(crate) use manage::take_down::take_down as take_down_text;
pub(crate) use playing::Harmless;
pub(crate) use ranking::final_order::{FinalResult, Ranked, final_order, final_results};
