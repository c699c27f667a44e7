//! The requests of webhooks, which go to addresses that strangers choose. It knows no event and no database.

mod network;
mod sender;
mod target;

pub use sender::{Outgoing, Reached, SendFailure, Sender, UnusableWebhooks};
pub use target::{Refused, Target};
