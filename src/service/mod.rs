//! Use cases: one function for each, in one transaction. It knows no HTTP.
//!
//! Every use case fails with the unexpected error of its kind if the database or the random generator fails;
//! then nothing has changed. Functions document only refusals and other special failures.

// Makes `#[boxed]` available in each file.
#[macro_use]
extern crate lapidary_operation;

pub mod access;
pub mod accounts;
pub mod alerts;
pub mod api_tokens;
mod audit;
pub mod blocks;
mod bots;
pub mod broker;
mod carrier;
pub mod clubs;
pub mod digests;
pub mod erased;
pub mod games;
pub mod idempotency;
mod logins;
pub mod mail;
pub mod moderation;
mod name_words;
pub mod oauth;
pub mod outbox;
mod outdated;
pub mod profiles;
pub mod push;
pub mod puzzles;
pub mod ratings;
pub mod recovery;
pub mod refusal;
mod relay;
pub mod reports;
mod reset_mail;
pub mod seasons;
pub mod series;
pub mod sessions;
pub mod site;
pub mod statistics;
pub mod stream;
pub mod take_downs;
pub mod tickets;
pub mod tournaments;
mod transaction;
pub mod webhooks;

pub use access::Access;
pub use accounts::Accounts;
pub use alerts::Alerts;
pub use carrier::Carrier;
pub use clubs::Clubs;
pub use digests::Digests;
pub use games::{Games, Writer};
pub use name_words::store_name_words;
pub use oauth::OAuth;
pub use push::Push;
pub use puzzles::Puzzles;
pub use ratings::Ratings;
pub use recovery::Recovery;
pub use relay::Relay;
pub use reports::Reports;
pub use series::Series;
pub use sessions::Sessions;
pub use site::Site;
pub use statistics::Statistics;
pub use tournaments::Tournaments;
pub use webhooks::Webhooks;

pub use lapidary_store::Failure;
