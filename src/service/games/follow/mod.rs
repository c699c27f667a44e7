//! Following: the streams of a game, of a player and of the lobby, and waiting for a turn.
//!
//! It knows what has changed since and who may see it. It changes no game.

pub(super) mod feed;
pub(super) mod follower;
pub(super) mod following;
pub(super) mod lobby;
pub(super) mod lobby_list;
pub(super) mod own;
mod rematching;
mod wait;
