//! Messages to addresses that strangers choose: the requests, the slots for sending them, and sending waiting
//! messages from the database. It knows no event and no text: a kind of messages is a [`Messages`], with its
//! tables as an `Outbox` of the store.

mod messages;
mod network;
mod sender;
mod sending;
mod slots;
mod target;

pub use messages::{Attempt, Messages, Post};
pub use sender::{Outgoing, Reached, SendFailure, Sender, UnusableWebhooks};
pub use sending::Sending;
pub use slots::{SENT_AT_ONCE_MAX, Slots, rest};
pub use target::{Refused, Target};
