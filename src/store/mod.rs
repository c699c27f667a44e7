//! Diesel: rows in, values of `model` out. It knows tables; it knows no HTTP and no JSON.

pub mod accounts;
pub mod api_tokens;
pub mod blocks;
pub mod deals;
pub mod figures;
pub mod folding;
pub mod games;
pub mod idempotency;
pub mod invitations;
pub mod log;
mod packed_log;
pub mod refresh_tokens;
pub mod schema;
pub mod secrets;
pub mod sessions;
mod unreadable;

pub use crate::database::channel::TEXT_BYTES_MAX;
pub use crate::database::migrations::current as migrations_current;
pub use crate::database::pool::Usage as PoolUsage;
pub use crate::database::{Channel, Connection, Failure, OpenChannel, Pool};
pub(crate) use unreadable::unreadable;
