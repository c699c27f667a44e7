//! What somebody may see of a game, and reading it: the newest state, earlier versions, the log, lists, who
//! is connected.
//!
//! It knows who has a seat and what is hidden or shown late. It changes no game, and knows no streams.
//!
//! A read passes four types: the store finds a `StoredGame` or says why there is none (`NoGame`: it does not
//! exist for this caller, or their session has ended); a `Sight` adds the seat that looks; a `GameView` is
//! what this seat sees; the body of the API is that in JSON.
//!
//! A game of a duplicate tournament or a bot match is *sealed* until the last game with its deal is over: the
//! statement that loads a game does not find a sealed one for anybody without a seat, and lists leave it out.
//! It follows from one row of `shared_deals`: each end of a game locks it and removes the game from those
//! that run, and the last one sets `revealed_at`.

pub(super) mod access;
pub(super) mod ancestors;
pub(super) mod delay;
pub(super) mod finished;
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
