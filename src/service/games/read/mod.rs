//! What somebody may see of a game, and reading it: the newest state, earlier versions, the log, lists, who
//! is connected.
//!
//! It knows who has a seat and what is hidden or shown late. It changes no game, and knows no streams.

pub(super) mod access;
pub(super) mod ancestors;
pub(super) mod delay;
pub(super) mod history;
pub(super) mod look;
mod mine;
pub(super) mod next_game;
pub(super) mod pictured;
mod presence;
pub(super) mod read_log;
pub(super) mod reader;
pub(super) mod reading;
pub(super) mod recent;
pub(super) mod replay;
pub(super) mod replayed;
pub(super) mod replays;
