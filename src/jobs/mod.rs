//! Background jobs. Those on games claim their work in the database, so that they are safe on several
//! servers; mails are sent by the server that was asked for them.

mod clocks;
mod expiry;
mod fold;
mod pairing;
mod presence;
mod relay;
mod reset_mail;
mod token_uses;
mod tournaments;
mod webhooks;

pub use clocks::{beat, end_overdue};
pub use expiry::expire_tables;
pub use fold::fold_logs;
pub use pairing::pair_seeks;
pub use presence::share_presence;
pub use relay::relay;
pub use reset_mail::mail_resets;
pub use token_uses::record_token_uses;
pub use tournaments::advance_tournaments;
pub use webhooks::send_webhooks;
