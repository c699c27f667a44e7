//! Diesel: rows in, domain values out. It knows tables; it knows no HTTP and no JSON.

pub mod accounts;
pub mod refresh_tokens;
pub mod schema;
pub mod secrets;
pub mod sessions;

pub use crate::database::{Connection, Failure, Pool};
