//! Analyses of games that are over: asking for one, reading it, and the work on it.
//!
//! What a choice was worth is in the package `lapidary-analysis`. Here is who may ask, and which server
//! works.
//!
//! The queue is the table `game_analyses`: whoever asks first adds the row of a game, everybody reads it, and
//! it stays. A server claims a row for some seconds and renews the claim; after that another server begins
//! again and finds the same, because an analysis depends on nothing but the game. Who may see the end of a
//! game may see its analysis. When `JUDGE` changes, an earlier analysis is made again as soon as somebody
//! asks for it.

pub(super) mod analyzing;
pub(super) mod player;
pub(super) mod refusal;
mod request;
pub(super) mod work;
