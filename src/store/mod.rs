//! Diesel: rows in, values of `model` out. It knows tables; it knows no HTTP.
//!
//! Every function that reads or writes fails if the database fails, if it is given a connection on which a
//! statement failed before, or if a row cannot be read (`unreadable`). Only what else can go wrong is named
//! at a function.

pub mod account_export;
pub mod account_locks;
pub mod accounts;
pub mod alerts;
pub mod analyses;
pub mod api_tokens;
pub mod blocks;
pub mod bot_comments;
pub mod bot_endpoints;
pub mod bot_ladder;
pub mod bot_matches;
pub mod bots;
mod by_hand;
pub mod challenges;
mod clearing;
pub mod clocks;
pub mod clubs;
pub mod deals;
pub mod deliveries;
pub mod device_codes;
pub mod digests;
pub mod erasing;
pub mod figures;
pub mod folding;
pub mod games;
pub mod grants;
pub mod heartbeat;
pub mod idempotency;
pub mod invitations;
pub mod log;
pub mod logins;
pub mod makers;
pub mod name_words;
pub mod oauth_codes;
mod occupant;
pub mod outbox;
pub mod password_resets;
pub mod presence;
pub mod push;
pub mod puzzles;
pub mod ratings;
pub mod refresh_tokens;
pub mod rematches;
pub mod reports;
mod run;
mod scopes;
pub mod secrets;
pub mod seeks;
pub mod series;
pub mod sessions;
pub mod statistics;
pub mod stream_tickets;
pub mod take_downs;
pub mod totals;
pub mod tournaments;
mod unreadable;
pub mod webhooks;
mod writer_column;

use lapidary_database as database;
use lapidary_schema as schema;

pub use crate::database::channel::TEXT_BYTES_MAX;
pub use crate::database::migrations::{DatabaseState, state as database_state};
pub use crate::database::pool::Usage as PoolUsage;
pub use crate::database::{Channel, Connection, Failure, OpenChannel, Pool, Postgres, WorkerState};
pub(crate) use unreadable::{stored, unreadable};
