//! Webhooks: their operations, the log of their messages, and the bodies of the messages themselves.

pub mod body;
pub mod deliveries;
pub mod manage;
pub mod message;
