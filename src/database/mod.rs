//! PostgreSQL: its location, the connections to it, and its migrations. It knows no rows.

pub mod address;
pub mod blockers;
pub mod channel;
mod condition;
pub mod connector;
mod dial;
pub mod embedded;
pub mod encryption;
pub mod failure;
mod messages;
pub mod migrations;
pub mod needs;
mod outage;
mod parameters;
mod placements;
pub mod pool;
pub mod roles;
pub mod sharding;
mod silence;
pub mod source;

pub use address::Address;
pub use channel::{Channel, OpenChannel};
pub use connector::Connector;
pub use failure::Failure;
pub use outage::was_away_lately;
pub use pool::{Connection, Pool, Postgres, WorkerState};
pub use source::Source;
