//! Use cases of games: creating, joining, seeing, playing, leaving.
//!
//! They return domain values; each decides who may do it, in the order in which the contract tells refusals.

mod abort;
mod access;
mod create;
mod expire;
mod history;
mod invite;
mod join;
mod kick;
mod leave;
mod leave_all;
mod limits;
mod look;
mod play_on;
mod recent;
mod refusal;
mod replay;
mod replays;
mod resign;
mod turn;
mod verify;
mod wait;

pub use abort::{abort, judge_abort};
pub use create::{NewTable, create};
pub use expire::expire_waiting;
pub use history::{Aborted, Ended, Event, Events, Export, Happening, Start, events, export};
pub use invite::{invitations, invite, uninvite};
pub use join::join;
pub use kick::kick;
pub use leave::leave;
pub use leave_all::{has_left_all, leave_all};
pub use limits::TooManyGames;
pub use look::{Asked, GameView, legal_actions, list, look, look_at};
pub use play_on::play_on;
pub use recent::Recent;
pub use refusal::GameRefusal;
pub use replay::Divergence;
pub use replays::Replays;
pub use resign::{judge_resignation, resign};
pub use turn::{Played, Turn, since};
pub use wait::{WAIT_MAX, wait_for_turn};
