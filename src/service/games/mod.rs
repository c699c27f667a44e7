//! Use cases of games: creating, joining, viewing, playing and leaving them.
//!
//! They return domain values. Each use case checks who may do it, in the order of refusals that the contract documents.

mod abort;
mod access;
mod all;
mod clocked;
mod create;
mod days_off;
mod delay;
mod expire;
mod feed;
mod fold;
mod follow;
mod heartbeat;
mod history;
mod invite;
mod join;
mod kick;
mod leave;
mod leave_all;
mod limits;
mod lobby;
mod look;
mod own;
mod pause;
mod play_on;
mod read_log;
mod recent;
mod refusal;
mod replay;
mod replays;
mod resign;
mod time_out;
mod turn;
mod verify;
mod wait;
mod writer;

pub use all::Games;
pub use create::NewTable;
pub use fold::Folded;
pub use follow::{EndReason, Follower, Frame};
pub use history::{Aborted, Ended, Event, Happening, Start};
pub use leave_all::has_left_all;
pub use lobby::{LobbyChange, LobbyFollower, LobbyFrame};
pub use look::{GameView, LegalActions};
pub use own::{Gone, OwnChange, OwnFollower, OwnFrame};
pub use read_log::{Events, Export};
pub use refusal::{GameRefusal, TooManyGames};
pub use replay::Divergence;
pub use turn::{Played, PostedTurn, TurnRefusal};
pub use writer::Writer;
