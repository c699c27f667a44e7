//! Web Push: the subscriptions of browsers, and sending their messages (RFC 8030, 8291, 8292).
//!
//! `alerts` writes the messages. Any server sends them, to addresses that strangers choose.

mod all;
mod deliver;
mod manage;

pub use all::{Push, PushRefusal, UnusablePush};
pub use manage::NewSubscription;
