//! Webhooks: managing them, and sending their messages.
//!
//! A message is written in the transaction of its event, so none is lost. Any server sends it afterwards.

mod all;
mod deliver;
mod enqueue;
mod manage;
mod messages;

pub use all::{WebhookRefusal, Webhooks};
pub use enqueue::{enqueue, enqueue_all};
pub use manage::{NewWebhook, UpdateWebhook, WithSecret};

pub use crate::outbox::Refused;
/// The reasons why an attempt got no response.
pub use crate::outbox::SendFailure;
