//! Mails about turns in slow games: who wants them, and sending them.
//!
//! `alerts` finds what waits for a player, and knows who is connected.
//!
//! A mail waits in a row of its player. It is removed before it is sent, so it is sent at most once. Messages
//! of webhooks are sent at least once.

mod all;
mod choose;
mod deliver;
mod letters;
mod write;

pub use all::{DigestRefusal, Digests};
pub use deliver::Outgoing;
