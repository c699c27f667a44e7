//! What a viewer may see of a game, and reading it: the newest state, earlier versions, the log, lists, and
//! who is connected.
//!
//! It knows who has a seat, and what is hidden or delayed. It changes no game, and knows no streams.
//!
//! A read passes four types. The store finds a `StoredGame`, or says why there is none (`NoGame`: it does not
//! exist for this caller, or their session has ended). A `Sight` adds the seat that looks. A `GameView` is
//! what this seat sees. The body of the API is that in JSON.
//!
//! A game of a duplicate tournament or a bot match is *sealed* until the last game with its deal is over. The
//! statement that loads a game does not find a sealed one for callers without a seat, and lists leave it out.
//! One row of `shared_deals` decides this: each end of a game locks it and removes the game from the running
//! ones, and the last end sets `revealed_at`.

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
