//! Following: the streams of a game, of a player and of the lobby, and waiting for a turn.
//!
//! It knows what has changed since, and who may see it. It changes no game.
//!
//! A stream, a long poll and a page of the log show the same events, each as its viewer may see it. A lost
//! announcement only delays: every five seconds each server compares the followed games and the sessions of
//! the followers with the database. The transaction of a turn sends nothing, because PostgreSQL commits
//! transactions with notifications one after another.
//!
//! The lobby and what waits for a player are states: a snapshot, then the changes. A turn costs nothing where
//! no such feed is open. Every change of a seat, an invitation or a block is announced for the player
//! (`announce_news`). Anything else that may wait for a player is a list in `model/own.rs` and two types of
//! frames in `api/streams/own.rs`.

pub(super) mod feed;
pub(super) mod follower;
pub(super) mod following;
pub(super) mod lobby;
pub(super) mod lobby_list;
pub(super) mod own;
mod rematching;
mod wait;
