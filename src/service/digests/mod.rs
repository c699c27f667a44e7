//! Mails about turns in slow games: who wants them, and sending them.
//!
//! What waits for a player is found by `alerts`, which also knows who is connected.
//!
//! A mail waits in a row of its player and is removed from it before it is sent, so it is sent at most once;
//! messages of webhooks are sent at least once.

mod all;
mod choose;
mod deliver;
mod letters;
mod write;

pub use all::{DigestRefusal, Digests};
pub use deliver::Outgoing;
