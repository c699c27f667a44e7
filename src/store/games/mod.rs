//! Games: their rows, their players, and the statement that advances them.

mod advance;
mod advance_many;
mod built_in;
mod confirm;
mod coordinator;
mod counts;
mod create;
mod entry_columns;
mod forks;
mod list;
mod list_rows;
mod load;
mod load_many;
mod near;
mod own;
mod record;
mod seating;
mod tables;
mod terms_row;

pub use advance::{
    Advance, Appended, Judged, Premise, advance, advance_stamped, advance_with_clocks, freeze,
};
pub use advance_many::advance_many;
pub use built_in::{Attended, Mark, attended, set_strength, strength, try_hold_decision};
pub use confirm::{Remembered, confirm};
pub use counts::{
    GameCounts, aborts_in_a_day, count, lock_account, note_abort, unfinished_count, unfinished_counts,
};
pub use create::{NewGame, insert, log_starts};
pub use forks::{origin, set_origin};
pub use list::list;
pub use load::{NoGame, StoredGame, load, load_for, load_near, lock, lock_for};
pub use load_many::{Wanted, load_many, lock_many_for};
pub use near::{advance_on_worker, confirm_near, worker_for};
pub use own::{own_games, own_invitations, own_marks};
pub use record::GameRecord;
pub use seating::{NewSeat, assign, seat, seat_all, unfinished, unseat};
pub use tables::{
    abort, agree_to_abort, changed, expired, is_kicked, is_shut_out, is_stalled, kick, lock_waiting, now,
    offers,
};
pub(super) use terms_row::{TermsRow, read_terms};
