//! Analyses of games that are over: requesting one, reading it, and the work on it.
//!
//! The package `lapidary-analysis` computes what a choice was worth. This room decides who may request an
//! analysis and which server works on it.
//!
//! The queue is the table `game_analyses`. The first request adds the row of a game, everybody reads it, and
//! it stays. A server claims a row for some seconds and renews the claim. If the claim expires, another
//! server starts again and finds the same, because an analysis depends only on the game. Whoever may see the
//! end of a game may see its analysis. When `JUDGE` changes, the next request makes an earlier analysis anew.

pub(super) mod analyzing;
pub(super) mod player;
pub(super) mod refusal;
mod request;
pub(super) mod work;
