//! Diesel: rows in, values of `model` out. It knows tables; it knows no HTTP and no JSON.

pub mod accounts;
pub mod api_tokens;
pub mod blocks;
pub mod bots;
pub mod challenges;
pub mod clocks;
pub mod deals;
pub mod device_codes;
pub mod figures;
pub mod folding;
pub mod games;
pub mod grants;
pub mod heartbeat;
pub mod idempotency;
pub mod invitations;
pub mod log;
pub mod logins;
pub mod oauth_codes;
mod packed_log;
pub mod password_resets;
pub mod refresh_tokens;
pub mod rematches;
pub mod schema;
pub mod secrets;
pub mod seeks;
pub mod sessions;
pub mod stream_tickets;
mod unreadable;

pub use crate::database::channel::TEXT_BYTES_MAX;
pub use crate::database::migrations::current as migrations_current;
pub use crate::database::pool::Usage as PoolUsage;
pub use crate::database::{Channel, Connection, Failure, OpenChannel, Pool};
pub(crate) use unreadable::unreadable;
