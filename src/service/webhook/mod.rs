//! The requests of webhooks and of Web Push, which go to addresses that strangers choose, and the slots in
//! which they are sent. It knows no event and no message.

mod network;
mod sender;
mod slots;
mod target;

pub use sender::{Outgoing, Reached, SendFailure, Sender, UnusableWebhooks};
pub use slots::{PUT_OFF_FOR, SENT_AT_ONCE_MAX, Slot, Slots, rest};
pub use target::{Refused, Target};
