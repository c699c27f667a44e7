//! Mails about turns in slow games: who wants them, and sending them.
//!
//! What waits for a player is found by `alerts`, which also knows who is connected.

mod all;
mod choose;
mod deliver;
mod letters;
mod write;

pub use all::{DigestRefusal, Digests};
pub use deliver::Outgoing;
