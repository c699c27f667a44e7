//! Use cases of games: creating, joining, seeing, playing, leaving.
//!
//! They return domain values; each decides who may do it, in the order in which the contract tells refusals.

mod abort;
mod access;
mod all;
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

pub use all::Games;
pub use create::NewTable;
pub use history::{Aborted, Ended, Event, Events, Export, Happening, Start};
pub use leave_all::has_left_all;
pub use look::{Asked, GameView};
pub use refusal::{GameRefusal, TooManyGames};
pub use replay::Divergence;
pub use turn::{Played, PostedTurn, TurnRefusal};
