//! Use cases of games: creating, joining, viewing, playing and leaving them.
//!
//! They return domain values. Each use case checks who may do it, in the order of refusals that the contract documents.

mod abort;
mod access;
mod all;
mod challenge;
mod create;
mod expire;
mod feed;
mod fold;
mod follow;
mod history;
mod invite;
mod join;
mod kick;
mod leave;
mod leave_all;
mod limits;
mod look;
mod mine;
mod next_game;
mod pair;
mod play_on;
mod recent;
mod refusal;
mod rematch;
mod replay;
mod replays;
mod resign;
mod seek;
mod turn;
mod verify;
mod wait;
mod writer;

pub use all::Games;
pub use challenge::NewChallenge;
pub use create::NewTable;
pub use fold::Folded;
pub use follow::{EndReason, Follower, Frame};
pub use history::{Aborted, Ended, Event, Events, Export, Happening, Start};
pub use leave_all::has_left_all;
pub use look::{GameView, LegalActions};
pub use next_game::Rematch;
pub use refusal::{GameRefusal, OpponentRefusal, TooManyGames};
pub use replay::Divergence;
pub use seek::{NewSeek, Whose};
pub use turn::{Played, PostedTurn, TurnRefusal};
pub use writer::Writer;
