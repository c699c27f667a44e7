//! Use cases: one function for each, in one transaction. It knows no HTTP and no JSON.

pub mod access;
pub mod accounts;
pub mod blocks;
pub mod games;
pub mod idempotency;
mod relay;
pub mod sessions;
pub mod site;

pub use access::Access;
pub use accounts::Accounts;
pub use games::{Games, Writer};
pub use relay::Relay;
pub use sessions::Sessions;
pub use site::Site;

pub use crate::store::Failure;
